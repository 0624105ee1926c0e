CREATE TABLE "consents" (
	"message" text COLLATE "C" PRIMARY KEY NOT NULL,
	"id" text COLLATE "C" NOT NULL,
	"author" text COLLATE "C" NOT NULL,
	"requester" text COLLATE "C" NOT NULL,
	"workspace" text COLLATE "C" NOT NULL,
	"channel" text COLLATE "C" NOT NULL,
	"platform" text COLLATE "C" NOT NULL,
	"thread" text COLLATE "C" NOT NULL,
	"scope" text COLLATE "C" NOT NULL,
	"trigger" text COLLATE "C" NOT NULL,
	"options" json NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"answer" text COLLATE "C",
	"answered_at" timestamp (3) with time zone,
	"settled_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "told" (
	"platform" text COLLATE "C" NOT NULL,
	"workspace" text COLLATE "C" NOT NULL,
	"subject" text COLLATE "C" NOT NULL,
	"told_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "told_platform_workspace_subject_pk" PRIMARY KEY("platform","workspace","subject")
);
--> statement-breakpoint
CREATE INDEX "consents_by_id" ON "consents" USING btree ("id");--> statement-breakpoint
CREATE INDEX "consents_by_settled" ON "consents" USING btree ("settled_at","asked_at");