CREATE TABLE `claims` (
	`key` text PRIMARY KEY NOT NULL,
	`run_id` text NOT NULL,
	`claimed_at` integer NOT NULL,
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `claims_by_run` ON `claims` (`run_id`);--> statement-breakpoint
CREATE TABLE `decisions` (
	`run_id` text NOT NULL,
	`subject` text NOT NULL,
	`decision` text NOT NULL,
	`member` text NOT NULL,
	`decided_at` integer NOT NULL,
	PRIMARY KEY(`run_id`, `subject`),
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `jobs` (
	`run_id` text PRIMARY KEY NOT NULL,
	`lane` text NOT NULL,
	`position` integer NOT NULL,
	`attempts` integer NOT NULL,
	`available_at` integer NOT NULL,
	`holder` text,
	`lease_until` integer
);
--> statement-breakpoint
CREATE INDEX `jobs_by_position` ON `jobs` (`position`);--> statement-breakpoint
CREATE INDEX `jobs_by_lane` ON `jobs` (`lane`);--> statement-breakpoint
CREATE TABLE `posts` (
	`run_id` text NOT NULL,
	`slot` text NOT NULL,
	`state` text NOT NULL,
	`message` text,
	PRIMARY KEY(`run_id`, `slot`),
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `requests` (
	`run_id` text PRIMARY KEY NOT NULL,
	`workspace` text NOT NULL,
	`channel` text NOT NULL,
	`thread` text NOT NULL,
	`source` text,
	`scope` text,
	`claim` text NOT NULL,
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `requests_by_channel` ON `requests` (`workspace`,`channel`);--> statement-breakpoint
CREATE INDEX `requests_by_source` ON `requests` (`source`);--> statement-breakpoint
CREATE INDEX `requests_by_claim` ON `requests` (`claim`);