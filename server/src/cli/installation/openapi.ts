import type { Command } from 'commander'
import { documentText } from '../../operations/openapi.ts'

/** `cartage openapi`. */
export function addOpenapi(program: Command): void {
  program
    .command('openapi')
    .description('print the OpenAPI document of this version')
    .action(() => {
      process.stdout.write(documentText())
    })
}
