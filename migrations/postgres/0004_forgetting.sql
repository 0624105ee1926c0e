CREATE TABLE "passes" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"workspace" text COLLATE "C" NOT NULL,
	"subject" text COLLATE "C" NOT NULL,
	"member" text COLLATE "C" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "forgotten_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "passes_by_subject" ON "passes" USING btree ("kind","subject");--> statement-breakpoint
CREATE INDEX "passes_by_end" ON "passes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "runs_by_words" ON "runs" USING btree ("forgotten_at","finished_at");