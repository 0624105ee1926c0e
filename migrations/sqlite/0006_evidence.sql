CREATE TABLE `ballots` (
	`run_id` text NOT NULL,
	`audience` text NOT NULL,
	`revision` integer NOT NULL,
	`a` text NOT NULL,
	`original_chars` integer NOT NULL,
	`refined_chars` integer NOT NULL,
	`opened_at` integer NOT NULL,
	`closes_at` integer NOT NULL,
	`closed_at` integer,
	`revealed_at` integer,
	PRIMARY KEY(`run_id`, `audience`, `revision`),
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `ballots_by_reveal` ON `ballots` (`revealed_at`,`closes_at`);--> statement-breakpoint
CREATE TABLE `feedback` (
	`run_id` text NOT NULL,
	`slot` text NOT NULL,
	`member` text NOT NULL,
	`usefulness` text NOT NULL,
	`given_at` integer NOT NULL,
	PRIMARY KEY(`run_id`, `slot`, `member`),
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `plans` (
	`run_id` text PRIMARY KEY NOT NULL,
	`preset` text,
	`is_private` integer NOT NULL,
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `votes` (
	`run_id` text NOT NULL,
	`audience` text NOT NULL,
	`revision` integer NOT NULL,
	`member` text NOT NULL,
	`choice` text NOT NULL,
	`voted_at` integer NOT NULL,
	PRIMARY KEY(`run_id`, `audience`, `revision`, `member`),
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE no action
);
