CREATE TABLE `set_aside` (
	`run_id` text PRIMARY KEY NOT NULL,
	`workspace` text NOT NULL,
	`channel` text,
	`member` text,
	`tokens` integer NOT NULL,
	`cost` real NOT NULL
);
--> statement-breakpoint
CREATE TABLE `turns` (
	`key` text PRIMARY KEY NOT NULL,
	`taken` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `jobs` ADD `workspace` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `runs_by_requester` ON `runs` (`requester`,`created_at`);--> statement-breakpoint
UPDATE `jobs` SET `workspace` = coalesce((SELECT `requests`.`workspace` FROM `requests` WHERE `requests`.`run_id` = `jobs`.`run_id`), '');
