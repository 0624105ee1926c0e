CREATE TABLE `passes` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`workspace` text NOT NULL,
	`subject` text NOT NULL,
	`member` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `passes_by_subject` ON `passes` (`kind`,`subject`);--> statement-breakpoint
CREATE INDEX `passes_by_end` ON `passes` (`expires_at`);--> statement-breakpoint
ALTER TABLE `runs` ADD `forgotten_at` integer;--> statement-breakpoint
CREATE INDEX `runs_by_words` ON `runs` (`forgotten_at`,`finished_at`);