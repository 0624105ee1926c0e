CREATE TABLE "installations" (
	"platform" text COLLATE "C" NOT NULL,
	"workspace" text COLLATE "C" NOT NULL,
	"secret" text COLLATE "C",
	"key_id" text COLLATE "C",
	"installed_at" timestamp (3) with time zone NOT NULL,
	"removed_at" timestamp (3) with time zone,
	"leased_until" timestamp (3) with time zone,
	CONSTRAINT "installations_platform_workspace_pk" PRIMARY KEY("platform","workspace")
);
