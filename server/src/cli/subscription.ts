import type { Command } from 'commander'

export function addSubscription(_program: Command): void {}
