export function gather(line: string): void;
export function plant(text: string): void;
export function plantWords(text: string): void;
