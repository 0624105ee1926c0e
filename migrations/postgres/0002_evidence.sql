CREATE TABLE "ballots" (
	"run_id" text COLLATE "C" NOT NULL,
	"audience" text COLLATE "C" NOT NULL,
	"revision" integer NOT NULL,
	"a" text COLLATE "C" NOT NULL,
	"original_chars" integer NOT NULL,
	"refined_chars" integer NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"closes_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"revealed_at" timestamp (3) with time zone,
	CONSTRAINT "ballots_run_id_audience_revision_pk" PRIMARY KEY("run_id","audience","revision")
);
--> statement-breakpoint
CREATE TABLE "feedback" (
	"run_id" text COLLATE "C" NOT NULL,
	"slot" text COLLATE "C" NOT NULL,
	"member" text COLLATE "C" NOT NULL,
	"usefulness" text COLLATE "C" NOT NULL,
	"given_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "feedback_run_id_slot_member_pk" PRIMARY KEY("run_id","slot","member")
);
--> statement-breakpoint
CREATE TABLE "plans" (
	"run_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"preset" text COLLATE "C",
	"is_private" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "votes" (
	"run_id" text COLLATE "C" NOT NULL,
	"audience" text COLLATE "C" NOT NULL,
	"revision" integer NOT NULL,
	"member" text COLLATE "C" NOT NULL,
	"choice" text COLLATE "C" NOT NULL,
	"voted_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "votes_run_id_audience_revision_member_pk" PRIMARY KEY("run_id","audience","revision","member")
);
--> statement-breakpoint
ALTER TABLE "ballots" ADD CONSTRAINT "ballots_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "votes" ADD CONSTRAINT "votes_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ballots_by_reveal" ON "ballots" USING btree ("revealed_at","closes_at");