CREATE TABLE "claims" (
	"key" text COLLATE "C" PRIMARY KEY NOT NULL,
	"run_id" text COLLATE "C" NOT NULL,
	"claimed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "comments" (
	"run_id" text COLLATE "C" NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"revision" integer NOT NULL,
	"raised_by" json NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"severity" text COLLATE "C" NOT NULL,
	"status" text COLLATE "C" NOT NULL,
	"event" integer NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "comments_run_id_id_pk" PRIMARY KEY("run_id","id")
);
--> statement-breakpoint
CREATE TABLE "critiques" (
	"run_id" text COLLATE "C" NOT NULL,
	"revision" integer NOT NULL,
	"persona" text COLLATE "C" NOT NULL,
	"persona_version" text COLLATE "C" NOT NULL,
	"verdict" text COLLATE "C" NOT NULL,
	"checks" json NOT NULL,
	"criteria" json NOT NULL,
	"score" double precision,
	"raw_comment_count" integer NOT NULL,
	"dropped" json NOT NULL,
	"event" integer NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "critiques_run_id_revision_persona_pk" PRIMARY KEY("run_id","revision","persona")
);
--> statement-breakpoint
CREATE TABLE "decisions" (
	"run_id" text COLLATE "C" NOT NULL,
	"subject" text COLLATE "C" NOT NULL,
	"decision" text COLLATE "C" NOT NULL,
	"member" text COLLATE "C" NOT NULL,
	"decided_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "decisions_run_id_subject_pk" PRIMARY KEY("run_id","subject")
);
--> statement-breakpoint
CREATE TABLE "events" (
	"run_id" text COLLATE "C" NOT NULL,
	"number" integer NOT NULL,
	"type" text COLLATE "C" NOT NULL,
	"saved_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "events_run_id_number_pk" PRIMARY KEY("run_id","number")
);
--> statement-breakpoint
CREATE TABLE "form_drafts" (
	"workspace" text COLLATE "C" NOT NULL,
	"member" text COLLATE "C" NOT NULL,
	"form" text COLLATE "C" NOT NULL,
	"typed" json NOT NULL,
	"saved_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "form_drafts_workspace_member_form_pk" PRIMARY KEY("workspace","member","form")
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"run_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"lane" text COLLATE "C" NOT NULL,
	"position" integer NOT NULL,
	"attempts" integer NOT NULL,
	"available_at" timestamp (3) with time zone NOT NULL,
	"holder" text COLLATE "C",
	"lease_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "model_calls" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"run_id" text COLLATE "C" NOT NULL,
	"workspace" text COLLATE "C" NOT NULL,
	"channel" text COLLATE "C",
	"member" text COLLATE "C",
	"purpose" text COLLATE "C" NOT NULL,
	"model" text COLLATE "C" NOT NULL,
	"requests" integer NOT NULL,
	"input_tokens" integer NOT NULL,
	"cached_tokens" integer NOT NULL,
	"output_tokens" integer NOT NULL,
	"cost" double precision,
	"duration_ms" integer NOT NULL,
	"outcome" text COLLATE "C" NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "posts" (
	"run_id" text COLLATE "C" NOT NULL,
	"slot" text COLLATE "C" NOT NULL,
	"state" text COLLATE "C" NOT NULL,
	"message" text COLLATE "C",
	CONSTRAINT "posts_run_id_slot_pk" PRIMARY KEY("run_id","slot")
);
--> statement-breakpoint
CREATE TABLE "requests" (
	"run_id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"workspace" text COLLATE "C" NOT NULL,
	"channel" text COLLATE "C" NOT NULL,
	"thread" text COLLATE "C" NOT NULL,
	"source" text COLLATE "C",
	"scope" text COLLATE "C",
	"claim" text COLLATE "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "revisions" (
	"run_id" text COLLATE "C" NOT NULL,
	"number" integer NOT NULL,
	"parent" integer,
	"chars" integer NOT NULL,
	CONSTRAINT "revisions_run_id_number_pk" PRIMARY KEY("run_id","number")
);
--> statement-breakpoint
CREATE TABLE "run_steps" (
	"run_id" text COLLATE "C" NOT NULL,
	"key" text COLLATE "C" NOT NULL,
	"versions" json NOT NULL,
	"saved_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "run_steps_run_id_key_pk" PRIMARY KEY("run_id","key")
);
--> statement-breakpoint
CREATE TABLE "runs" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"workspace" text COLLATE "C" NOT NULL,
	"platform" text COLLATE "C" NOT NULL,
	"trigger" text COLLATE "C" NOT NULL,
	"requester" text COLLATE "C",
	"status" text COLLATE "C" NOT NULL,
	"plan_version" integer NOT NULL,
	"attempt" integer NOT NULL,
	"options" json NOT NULL,
	"stop_reason" text COLLATE "C",
	"best_revision" integer,
	"receipt" json,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "setting_clocks" (
	"workspace" text COLLATE "C" PRIMARY KEY NOT NULL,
	"changes" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "setting_entries" (
	"workspace" text COLLATE "C" NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"key" text COLLATE "C" NOT NULL,
	"version" integer NOT NULL,
	"body" json,
	"by_member" text COLLATE "C",
	"via" text COLLATE "C" NOT NULL,
	"saved_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "setting_entries_workspace_kind_key_version_pk" PRIMARY KEY("workspace","kind","key","version")
);
--> statement-breakpoint
CREATE TABLE "texts" (
	"run_id" text COLLATE "C" NOT NULL,
	"owner" text COLLATE "C" NOT NULL,
	"body" text COLLATE "C" NOT NULL,
	CONSTRAINT "texts_run_id_owner_pk" PRIMARY KEY("run_id","owner")
);
--> statement-breakpoint
CREATE TABLE "desk_channels" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"topic" text COLLATE "C" NOT NULL,
	"private_to" text COLLATE "C",
	"position" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "desk_files" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"message" text COLLATE "C",
	"name" text COLLATE "C" NOT NULL,
	"text" text COLLATE "C" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "desk_members" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"title" text COLLATE "C" NOT NULL,
	"position" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "desk_messages" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"channel" text COLLATE "C" NOT NULL,
	"root" text COLLATE "C",
	"author" text COLLATE "C" NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"private_to" text COLLATE "C",
	"text" text COLLATE "C" NOT NULL,
	"identity" json,
	"parts" json,
	"created_at" timestamp (3) with time zone NOT NULL,
	"edited_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "desk_posts" (
	"run_id" text COLLATE "C" NOT NULL,
	"slot" text COLLATE "C" NOT NULL,
	"part" integer NOT NULL,
	"message" text COLLATE "C" NOT NULL,
	CONSTRAINT "desk_posts_run_id_slot_part_pk" PRIMARY KEY("run_id","slot","part")
);
--> statement-breakpoint
CREATE TABLE "desk_private_threads" (
	"member" text COLLATE "C" NOT NULL,
	"about" text COLLATE "C" NOT NULL,
	"root" text COLLATE "C" NOT NULL,
	CONSTRAINT "desk_private_threads_member_about_pk" PRIMARY KEY("member","about")
);
--> statement-breakpoint
CREATE TABLE "desk_reactions" (
	"message" text COLLATE "C" NOT NULL,
	"emoji" text COLLATE "C" NOT NULL,
	"member" text COLLATE "C" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "desk_reactions_message_emoji_member_pk" PRIMARY KEY("message","emoji","member")
);
--> statement-breakpoint
CREATE TABLE "desk_reads" (
	"member" text COLLATE "C" NOT NULL,
	"channel" text COLLATE "C" NOT NULL,
	"message" text COLLATE "C" NOT NULL,
	CONSTRAINT "desk_reads_member_channel_pk" PRIMARY KEY("member","channel")
);
--> statement-breakpoint
ALTER TABLE "claims" ADD CONSTRAINT "claims_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "critiques" ADD CONSTRAINT "critiques_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decisions" ADD CONSTRAINT "decisions_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "requests" ADD CONSTRAINT "requests_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revisions" ADD CONSTRAINT "revisions_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_steps" ADD CONSTRAINT "run_steps_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "texts" ADD CONSTRAINT "texts_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "claims_by_run" ON "claims" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "jobs_by_position" ON "jobs" USING btree ("position");--> statement-breakpoint
CREATE INDEX "jobs_by_lane" ON "jobs" USING btree ("lane");--> statement-breakpoint
CREATE INDEX "model_calls_by_workspace" ON "model_calls" USING btree ("workspace","at");--> statement-breakpoint
CREATE INDEX "model_calls_by_run" ON "model_calls" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "requests_by_channel" ON "requests" USING btree ("workspace","channel");--> statement-breakpoint
CREATE INDEX "requests_by_source" ON "requests" USING btree ("source");--> statement-breakpoint
CREATE INDEX "requests_by_claim" ON "requests" USING btree ("claim");--> statement-breakpoint
CREATE INDEX "runs_by_status" ON "runs" USING btree ("status","created_at");--> statement-breakpoint
CREATE INDEX "runs_by_end" ON "runs" USING btree ("finished_at");--> statement-breakpoint
CREATE INDEX "setting_entries_by_time" ON "setting_entries" USING btree ("workspace","saved_at");--> statement-breakpoint
CREATE INDEX "desk_files_by_message" ON "desk_files" USING btree ("message","id");--> statement-breakpoint
CREATE INDEX "desk_messages_by_place" ON "desk_messages" USING btree ("channel","root","id");--> statement-breakpoint
CREATE INDEX "desk_messages_by_root" ON "desk_messages" USING btree ("root","id");--> statement-breakpoint
CREATE INDEX "desk_posts_by_message" ON "desk_posts" USING btree ("message");