CREATE TABLE "set_aside" (
	"run_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"workspace" text COLLATE "C" NOT NULL,
	"channel" text COLLATE "C",
	"member" text COLLATE "C",
	"tokens" integer NOT NULL,
	"cost" double precision NOT NULL
);
--> statement-breakpoint
CREATE TABLE "turns" (
	"key" text COLLATE "C" PRIMARY KEY NOT NULL,
	"taken" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "workspace" text COLLATE "C" DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "runs_by_requester" ON "runs" USING btree ("requester","created_at");--> statement-breakpoint
UPDATE "jobs" SET "workspace" = coalesce((SELECT "requests"."workspace" FROM "requests" WHERE "requests"."run_id" = "jobs"."run_id"), '');
