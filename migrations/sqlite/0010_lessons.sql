CREATE TABLE `lesson_keys` (
	`workspace` text PRIMARY KEY NOT NULL,
	`secret` text NOT NULL,
	`key_id` text
);
--> statement-breakpoint
CREATE TABLE `lesson_marks` (
	`run_id` text NOT NULL,
	`subject` text NOT NULL,
	`mark` text NOT NULL,
	PRIMARY KEY(`run_id`, `subject`),
	FOREIGN KEY (`run_id`) REFERENCES `runs`(`id`) ON UPDATE no action ON DELETE no action
);
