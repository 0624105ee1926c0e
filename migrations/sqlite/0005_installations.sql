CREATE TABLE `installations` (
	`platform` text NOT NULL,
	`workspace` text NOT NULL,
	`secret` text,
	`key_id` text,
	`installed_at` integer NOT NULL,
	`removed_at` integer,
	`leased_until` integer,
	PRIMARY KEY(`platform`, `workspace`)
);
