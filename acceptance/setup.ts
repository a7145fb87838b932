import { existsSync, readFileSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import type { Setup, SftpServer, TenantFacts } from './world.ts'

/**
 * Reads the environment of the suite:
 *
 * - ACCEPTANCE_URL: service root (the test runner itself reserves the name BASE_URL);
 * - TENANT_A, TENANT_B: output of `cartage tenant create … --no-limits --json`, as text or as the path of a file;
 * - TENANT_LIMITED (optional): the same without `--no-limits`, unused so far, because hourly limits are tested;
 * - CARTAGE_CLI (optional): JSON list, the command line to run `cartage` with, for operator commands;
 * - OPERATOR_URL (optional): a process that runs such commands sequentially, instead of one process each;
 * - SFTP_SERVER (optional): JSON, an SFTP server whose folder is on this machine, see `SftpServer`.
 * @throws if the server does not respond or a tenant is missing
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
