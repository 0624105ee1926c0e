import type { Command } from 'commander';
import type { CommandIo } from './io.ts';

/**
 * Adds one command to the program. The command itself is loaded when it is called, so that help and Tab
 * completion stay quick; its exit code goes to `finish`.
 */
export type AddCommand = (program: Command, io: CommandIo, finish: (code: number) => void) => void;
