CREATE TABLE `consents` (
	`message` text PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`author` text NOT NULL,
	`requester` text NOT NULL,
	`workspace` text NOT NULL,
	`channel` text NOT NULL,
	`platform` text NOT NULL,
	`thread` text NOT NULL,
	`scope` text NOT NULL,
	`trigger` text NOT NULL,
	`options` text NOT NULL,
	`asked_at` integer NOT NULL,
	`answer` text,
	`answered_at` integer,
	`settled_at` integer
);
--> statement-breakpoint
CREATE INDEX `consents_by_id` ON `consents` (`id`);--> statement-breakpoint
CREATE INDEX `consents_by_settled` ON `consents` (`settled_at`,`asked_at`);--> statement-breakpoint
CREATE TABLE `told` (
	`platform` text NOT NULL,
	`workspace` text NOT NULL,
	`subject` text NOT NULL,
	`told_at` integer NOT NULL,
	PRIMARY KEY(`platform`, `workspace`, `subject`)
);
