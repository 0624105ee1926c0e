CREATE TABLE `form_drafts` (
	`workspace` text NOT NULL,
	`member` text NOT NULL,
	`form` text NOT NULL,
	`typed` text NOT NULL,
	`saved_at` integer NOT NULL,
	PRIMARY KEY(`workspace`, `member`, `form`)
);
--> statement-breakpoint
CREATE TABLE `setting_clocks` (
	`workspace` text PRIMARY KEY NOT NULL,
	`changes` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `setting_entries` (
	`workspace` text NOT NULL,
	`kind` text NOT NULL,
	`key` text NOT NULL,
	`version` integer NOT NULL,
	`body` text,
	`by_member` text,
	`via` text NOT NULL,
	`saved_at` integer NOT NULL,
	PRIMARY KEY(`workspace`, `kind`, `key`, `version`)
);
--> statement-breakpoint
CREATE INDEX `setting_entries_by_time` ON `setting_entries` (`workspace`,`saved_at`);