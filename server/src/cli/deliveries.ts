import type { Command } from 'commander'

export function addDeliveries(_program: Command): void {}
