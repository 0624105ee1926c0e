ALTER TABLE `requests` ADD `origin` text;--> statement-breakpoint
CREATE INDEX `requests_by_origin` ON `requests` (`origin`);