import { existsSync, readFileSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import type { Setup, SftpServer, TenantFacts } from './world.ts'

/**
 * Reads what the suite runs against:
 *
 * - ACCEPTANCE_URL: service root (the test runner itself occupies the name BASE_URL);
 * - TENANT_A, TENANT_B: output of `cartage tenant create … --no-limits --json`, as text or as the path of a file;
 * - TENANT_LIMITED (optional): the same without `--no-limits`, fresh, because the limits of an hour are tried out;
 * - CARTAGE_CLI (optional): JSON list, the command line to run `cartage` with, for what only an operator can do;
 * - OPERATOR_URL (optional): a process that runs such commands one after another, instead of one for each;
 * - SFTP_SERVER (optional): JSON, an SFTP server whose folder is on this machine, see `SftpServer`.
 *
 * @throws when the server does not answer or a tenant is missing
 */
export async function setup(project: TestProject): Promise<void> {
  const baseUrl = (process.env.ACCEPTANCE_URL ?? '').replace(/\/$/, '')
  if (!/^https?:/.test(baseUrl)) throw new Error('Set ACCEPTANCE_URL to the root of the service to test.')
  const answer = await fetch(`${baseUrl}/openapi.json`)
  if (!answer.ok) throw new Error(`${baseUrl}/openapi.json answered ${answer.status}`)
  const document = await answer.text()
  const command = process.env.CARTAGE_CLI
  const sftp = process.env.SFTP_SERVER
  const given: Setup = {
    baseUrl,
    secondUrl: process.env.SECOND_URL ?? baseUrl,
    document,
    a: readTenant('TENANT_A')!,
    b: readTenant('TENANT_B')!,
    limited: readTenant('TENANT_LIMITED', 'optional') ?? null,
    command: command ? (JSON.parse(command) as string[]) : null,
    operatorUrl: process.env.OPERATOR_URL ?? null,
    sftp: sftp ? (JSON.parse(sftp) as SftpServer) : null,
  }
  project.provide('setup', given)
}

function readTenant(name: string, optional?: 'optional'): TenantFacts | undefined {
  const value = process.env[name]
  if (!value) {
    if (optional) return undefined
    throw new Error(`Set ${name} to the output of \`cartage tenant create … --no-limits --json\` or to a file with it.`)
  }
  return JSON.parse(existsSync(value) ? readFileSync(value, 'utf8') : value) as TenantFacts
}
