CREATE TABLE `model_calls` (
	`id` text PRIMARY KEY NOT NULL,
	`run_id` text NOT NULL,
	`workspace` text NOT NULL,
	`channel` text,
	`member` text,
	`purpose` text NOT NULL,
	`model` text NOT NULL,
	`requests` integer NOT NULL,
	`input_tokens` integer NOT NULL,
	`cached_tokens` integer NOT NULL,
	`output_tokens` integer NOT NULL,
	`cost` real,
	`duration_ms` integer NOT NULL,
	`outcome` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `model_calls_by_workspace` ON `model_calls` (`workspace`,`at`);--> statement-breakpoint
CREATE INDEX `model_calls_by_run` ON `model_calls` (`run_id`);