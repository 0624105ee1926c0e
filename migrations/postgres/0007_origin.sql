ALTER TABLE "requests" ADD COLUMN "origin" text COLLATE "C";--> statement-breakpoint
CREATE INDEX "requests_by_origin" ON "requests" USING btree ("origin");