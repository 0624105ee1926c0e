CREATE TABLE `desk_channels` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`topic` text NOT NULL,
	`private_to` text,
	`position` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `desk_files` (
	`id` text PRIMARY KEY NOT NULL,
	`message` text,
	`name` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `desk_files_by_message` ON `desk_files` (`message`,`id`);--> statement-breakpoint
CREATE TABLE `desk_members` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`title` text NOT NULL,
	`position` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `desk_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`channel` text NOT NULL,
	`root` text,
	`author` text NOT NULL,
	`kind` text NOT NULL,
	`private_to` text,
	`text` text NOT NULL,
	`identity` text,
	`parts` text,
	`created_at` integer NOT NULL,
	`edited_at` integer,
	`deleted_at` integer
);
--> statement-breakpoint
CREATE INDEX `desk_messages_by_place` ON `desk_messages` (`channel`,`root`,`id`);--> statement-breakpoint
CREATE INDEX `desk_messages_by_root` ON `desk_messages` (`root`,`id`);--> statement-breakpoint
CREATE TABLE `desk_posts` (
	`run_id` text NOT NULL,
	`slot` text NOT NULL,
	`part` integer NOT NULL,
	`message` text NOT NULL,
	PRIMARY KEY(`run_id`, `slot`, `part`)
);
--> statement-breakpoint
CREATE INDEX `desk_posts_by_message` ON `desk_posts` (`message`);--> statement-breakpoint
CREATE TABLE `desk_private_threads` (
	`member` text NOT NULL,
	`about` text NOT NULL,
	`root` text NOT NULL,
	PRIMARY KEY(`member`, `about`)
);
--> statement-breakpoint
CREATE TABLE `desk_reactions` (
	`message` text NOT NULL,
	`emoji` text NOT NULL,
	`member` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`message`, `emoji`, `member`)
);
--> statement-breakpoint
CREATE TABLE `desk_reads` (
	`member` text NOT NULL,
	`channel` text NOT NULL,
	`message` text NOT NULL,
	PRIMARY KEY(`member`, `channel`)
);
