CREATE TABLE `comments` (
	`run_id` text NOT NULL,
	`id` text NOT NULL,
	`revision` integer NOT NULL,
	`raised_by` text NOT NULL,
	`kind` text NOT NULL,
	`severity` text NOT NULL,
	`status` text NOT NULL,
	`event` integer NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`run_id`, `id`),
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `critiques` (
	`run_id` text NOT NULL,
	`revision` integer NOT NULL,
	`persona` text NOT NULL,
	`persona_version` text NOT NULL,
	`verdict` text NOT NULL,
	`checks` text NOT NULL,
	`criteria` text NOT NULL,
	`score` real,
	`raw_comment_count` integer NOT NULL,
	`dropped` text NOT NULL,
	`event` integer NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`run_id`, `revision`, `persona`),
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `events` (
	`run_id` text NOT NULL,
	`number` integer NOT NULL,
	`type` text NOT NULL,
	`saved_at` integer NOT NULL,
	PRIMARY KEY(`run_id`, `number`),
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `revisions` (
	`run_id` text NOT NULL,
	`number` integer NOT NULL,
	`parent` integer,
	`chars` integer NOT NULL,
	PRIMARY KEY(`run_id`, `number`),
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `run_steps` (
	`run_id` text NOT NULL,
	`key` text NOT NULL,
	`versions` text NOT NULL,
	`saved_at` integer NOT NULL,
	PRIMARY KEY(`run_id`, `key`),
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `runs` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace` text NOT NULL,
	`platform` text NOT NULL,
	`trigger` text NOT NULL,
	`requester` text,
	`status` text NOT NULL,
	`plan_version` integer NOT NULL,
	`attempt` integer NOT NULL,
	`options` text NOT NULL,
	`stop_reason` text,
	`best_revision` integer,
	`receipt` text,
	`created_at` integer NOT NULL,
	`finished_at` integer
);
--> statement-breakpoint
CREATE INDEX `runs_by_status` ON `runs` (`status`,`created_at`);--> statement-breakpoint
CREATE INDEX `runs_by_end` ON `runs` (`finished_at`);--> statement-breakpoint
CREATE TABLE `texts` (
	`run_id` text NOT NULL,
	`owner` text NOT NULL,
	`body` text NOT NULL,
	PRIMARY KEY(`run_id`, `owner`),
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE no action
);
