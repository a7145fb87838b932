import type { Command } from 'commander'

export function addOrder(_program: Command): void {}
