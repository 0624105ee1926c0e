CREATE TABLE "lesson_keys" (
	"workspace" text COLLATE "C" PRIMARY KEY NOT NULL,
	"secret" text COLLATE "C" NOT NULL,
	"key_id" text COLLATE "C"
);
--> statement-breakpoint
CREATE TABLE "lesson_marks" (
	"run_id" text COLLATE "C" NOT NULL,
	"subject" text COLLATE "C" NOT NULL,
	"mark" text COLLATE "C" NOT NULL,
	CONSTRAINT "lesson_marks_run_id_subject_pk" PRIMARY KEY("run_id","subject")
);
--> statement-breakpoint
ALTER TABLE "lesson_marks" ADD CONSTRAINT "lesson_marks_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;