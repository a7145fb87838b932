import { accessSync, constants, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Command } from 'commander'
import { unsealedIn } from '../../backup/archive/sealed.ts'
import { unfinishedRecovery } from '../../backup/archive/unfinished.ts'
import { cutOffRemovals } from '../../backup/tenant/removal-mark.ts'
import { type Config, readConfig } from '../../config.ts'
import type { Context } from '../../context.ts'
import { judgeCluster, onEveryNode, readCluster, workersOf } from '../../db/citus/cluster.ts'
import { DatabaseClient } from '../../db/client.ts'
import type { Hosts } from '../../db/hosts/primary.ts'
import type { Connection } from '../../db/pool.ts'
import { foldersOf, refuseFolder } from '../../deliveries/channels/folder.gateway.ts'
import { listSubscriptions } from '../../deliveries/subscriptions/views.ts'
import { createLog } from '../../log.ts'
import { faultOfMailServer, operatorMailServer } from '../../net/mail.ts'
import { isUnsafe, readSafety } from '../../operations/health.ts'
import { examineMapTiles } from '../../operations/map-archive.ts'
import { readHosts } from '../../operations/standbys.ts'
import { examineCollector } from '../../operations/trace-collector.ts'
import { checkEngine } from '../../positions/roads/check.commands.ts'
import { adviceTexts } from '../../positions/roads/check.rules.ts'
import { installedEngine } from '../../positions/roads/views.ts'
import { completeConfig, startContext } from '../../process/start-context.ts'
import { listTenants } from '../../tenants/tenants.views.ts'
import { explain, type Output, withJson } from '../command.ts'

export interface Finding {
  check: string
  ok: boolean
  message: string
}

type Checked = Config & { data_dir: string }

/** `cartage doctor`: checks everything a start needs and describes each problem in a sentence. */
export function addDoctor(program: Command): void {
  withJson(program.command('doctor').description('check this machine and report problems')).action(
    async (options: Output) => {
      const findings = await examine()
      const ok = findings.every((finding) => finding.ok)
      const lines = findings.map((finding) => `${finding.ok ? 'ok   ' : 'WRONG'}  ${finding.check}: ${finding.message}`)
      const text = [...lines, '', ok ? 'No problems found.' : 'Fix what is marked WRONG, then run this again.']
      process.stdout.write(options.json ? `${JSON.stringify({ ok, findings })}\n` : `${text.join('\n')}\n`)
      if (!ok) process.exitCode = 1
    },
  )
}

async function examine(): Promise<Finding[]> {
  const findings = [checkNode()]
  let config: Checked
  try {
    config = completeConfig(readConfig())
  } catch (error) {
    return [...findings, wrong('settings', explain(error).message)]
  }
  findings.push(right('settings', `the data is in ${config.data_dir}`), checkDisk(config), await checkPort(config))
  findings.push(...(await checkDatabase(config)), ...checkFolders(config), checkPages(), checkAddress(config))
  findings.push(checkBackups(config))
  findings.push(await checkMap(config), await checkTraces(config))
  return findings
}

function right(check: string, message: string): Finding {
  return { check, ok: true, message }
}

function wrong(check: string, message: string): Finding {
  return { check, ok: false, message }
}

/** Queries the engine of the installation like planning. Without one, distances are marked as estimates. */
async function checkRoads(ctx: Context): Promise<Finding> {
  const engine = installedEngine(ctx)
  if (!engine) return right('roads', 'distances are estimated: ROUTING_URL names an engine that measures them')
  const { road, version, failure, advice } = await checkEngine(ctx, engine)
  const name = [engine.kind, version].filter(Boolean).join(' ')
  if (!road) return wrong('roads', `${name} ${failure ?? 'knows no road between known towns'}: ${adviceTexts[advice!]}`)
  const { from, to, distance_km, driving_minutes } = road
  return right('roads', `${name} answers: ${from} to ${to} is ${distance_km} km, ${driving_minutes} minutes`)
}

/** Maps without roads are not an error: they have coasts, borders, rivers and towns. */
async function checkMap({ map_tiles: tiles }: Checked): Promise<Finding> {
  if (tiles === undefined) return right('map', 'maps have no roads: MAP_TILES names a PMTiles file with them')
  return { check: 'map', ...(await examineMapTiles(tiles)) }
}

/** OPS-23: an unreachable collector blocks nothing, so only this check and the log report it. */
export async function checkTraces({ tracing }: Pick<Config, 'tracing'>): Promise<Finding> {
  if (tracing === undefined) {
    return right('traces', 'nothing is traced: OTEL_EXPORTER_OTLP_ENDPOINT names a collector of OpenTelemetry')
  }
  return { check: 'traces', ...(await examineCollector(tracing)) }
}

/** MAIL-14: whether e-mails with password links would be sent, and encrypted. */
export async function checkMail({ net, config }: Pick<Context, 'net' | 'config'>): Promise<Finding> {
  const server = operatorMailServer(config)
  if (server === undefined) {
    return right('mail', 'SMTP_URL is not set: invitations and resets are links that a Super admin hands over')
  }
  const fault = await faultOfMailServer(net, server)
  const place = `${server.host}${server.port === null ? '' : `:${server.port}`}`
  if (fault !== undefined) {
    const advice = 'check SMTP_URL; it has to offer STARTTLS unless SMTP_PLAIN=private and it is on a private network'
    return wrong('mail', `${place} takes no letters: ${fault}; ${advice}`)
  }
  const isPlain = server.security === 'STARTTLS' && server.login === null && server.plain !== 'never'
  if (!isPlain) return right('mail', `letters go to ${place}, encrypted`)
  return right('mail', `letters go to ${place}, unencrypted where it is on a private network (SMTP_PLAIN)`)
}

/** Not an error: a service used only on this machine needs none. */
function checkAddress({ public_url: address }: Checked): Finding {
  if (address !== undefined) return right('address', `callers use ${address}`)
  const message = 'PUBLIC_URL is not set: endpoints elsewhere cannot open the document links in events'
  return right('address', message)
}

/** OPS-35. Not an error: the folder may be on an encrypted disk. */
export function checkBackups(config: Pick<Config, 'backup_recipients' | 'backup_wal_dir'>): Finding {
  const { backup_recipients: recipients, backup_wal_dir: archive } = config
  if (recipients.length === 0) {
    return right('backups', 'backups are not encrypted: BACKUP_RECIPIENTS names public keys of age to encrypt them to')
  }
  return right(
    'backups',
    `backups are encrypted to ${recipients.map(({ text }) => text).join(', ')}${plainPart(archive)}`,
  )
}

/** OPS-36: an archive started without encryption keeps its plain files until someone removes them. */
function plainPart(archive: string | undefined): string {
  if (archive === undefined) return ''
  const { segments, bases } = unsealedIn(archive)
  if (segments + bases === 0) return `, and so is the archive of the log in ${archive}`
  return (
    `; in the archive ${archive}, ${segments} segments of the log and ${bases} copies of the database are from before and not ` +
    'encrypted: make a copy with cartage backup --base, then remove them'
  )
}

function checkNode(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const fits = major > 24 || (major === 24 && minor >= 7)
  if (fits) return right('node', `runs on Node ${process.versions.node}`)
  return wrong('node', `this is Node ${process.versions.node}, and sign-in needs 24.7 or newer: run npm ci`)
}

function checkDisk(config: Checked): Finding {
  let folder = config.data_dir
  while (!existsSync(folder)) folder = dirname(folder)
  const { bavail, blocks, bsize } = statfsSync(folder)
  const free = bavail * bsize
  const text = `${(free / 2 ** 30).toFixed(1)} GiB free at ${folder}`
  const enough = free > 2 ** 30 && bavail / blocks >= 0.05
  return enough ? right('disk', text) : wrong('disk', `${text}; at least 1 GiB and 5 % are needed`)
}

/** Folders allowed as destinations for receivers; most installations have none. */
function checkFolders({ folder_roots }: Checked): Finding[] {
  return folder_roots.map(({ path, tenant }) => {
    const whose = tenant === undefined ? 'tenants, each in the folder of its name below' : tenant
    try {
      // A shared folder is only traversed to reach its subfolders, so it need not be writable.
      accessSync(path, tenant === undefined ? constants.X_OK : constants.W_OK)
      return right('folders', `${path} accepts files for endpoints of ${whose}`)
    } catch {
      return wrong('folders', `${path} cannot be written to: create it, or remove it from FOLDER_ROOTS`)
    }
  })
}

/** Endpoints from before a tenant had its own folders, and missing folders (DLV-28). */
export async function checkEndpointFolders(ctx: Context): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { tenant_id: tenantId, slug } of await listTenants(ctx)) {
    const allowed = foldersOf(slug, ctx.config.folder_roots)
    for (const { channel, folder } of await ctx.db.asTenant(tenantId, listSubscriptions)) {
      if (channel !== 'FOLDER' || folder === null) continue
      const refusal = await refuseFolder(folder, allowed)
      if (refusal === null) continue
      const remedy = `If the folder belongs to ${slug}, add ${slug}=${folder} to FOLDER_ROOTS`
      findings.push(wrong('folders', `an endpoint of ${slug} gets no files. ${refusal} ${remedy}`))
    }
  }
  return findings
}

async function checkPort(config: Checked): Promise<Finding> {
  if (await isFree(config)) return right('port', `${config.port} on ${config.host} is free`)
  if (await isOurs(config)) return right('port', `a Cartage server answers on ${config.port}`)
  return wrong('port', `${config.port} on ${config.host} is already used by another program: choose another with PORT`)
}

function isFree(config: Checked): Promise<boolean> {
  const probe = createServer()
  return new Promise((resolve) => {
    probe.once('error', () => resolve(false))
    probe.listen({ host: config.host, port: config.port }, () => probe.close(() => resolve(true)))
  })
}

async function isOurs(config: Checked): Promise<boolean> {
  try {
    const host = ['0.0.0.0', '::'].includes(config.host) ? '127.0.0.1' : config.host
    const answer = await fetch(`http://${host}:${config.port}/readyz`, { signal: AbortSignal.timeout(2_000) })
    const body = (await answer.json()) as { checks?: { schema?: string } }
    return body.checks !== undefined
  } catch {
    return false
  }
}

const connectionsFit = 'role, row security, settings and installation are correct'

async function checkDatabase(config: Checked): Promise<Finding[]> {
  const kind = config.database_url ? 'DATABASE_URL' : 'embedded'
  // The check must not create an installation: if there is none, a temporary one shows whether it can be created.
  const unfinished = config.database_url ? undefined : unfinishedRecovery(config.data_dir)
  if (unfinished !== undefined) return [wrong('database', unfinished)]
  const isNew = !config.database_url && !existsSync(join(config.data_dir, 'cluster'))
  const trial = isNew ? mkdtempSync(join(tmpdir(), 'cartage-doctor-')) : undefined
  try {
    const started = await startContext(
      { ...config, pool_size: 4, data_dir: trial ?? config.data_dir },
      createLog('silent'),
    )
    try {
      const { rows } = await started.ctx.db.shared.query<{ version: string }>(
        `select current_setting('server_version_num') as version`,
      )
      const number = Number(rows[0]!.version)
      const version = `PostgreSQL ${Math.floor(number / 10_000)}.${number % 10_000}`
      const safety = await readSafety(started.ctx.db)
      const faults = await started.ctx.db.inspect()
      return [
        right('database', `${version} (${kind}) answers, schema and master key match`),
        ...(faults.length === 0
          ? [right('connections', connectionsFit)]
          : faults.map((fault) => wrong('connections', fault))),
        ...(await checkHosts(started.ctx.db.connection.hosts)),
        ...(await checkNodes(started.ctx.db.connection)),
        ...(await checkEndpointFolders(started.ctx)),
        ...(await cutOffRemovals(started.ctx)).map((sentence) => wrong('tenants', sentence)),
        isUnsafe(safety)
          ? wrong('durability', 'fsync, full_page_writes or synchronous_commit is off: turn them on in PostgreSQL')
          : right('durability', 'commits survive a power cut'),
        await checkRoads(started.ctx),
        await checkMail(started.ctx),
      ]
    } finally {
      await started.close()
    }
  } catch (error) {
    return [wrong('database', explain(error).message)]
  } finally {
    if (trial !== undefined) rmSync(trial, { recursive: true, force: true })
  }
}

/** The host in use, whether a standby would lose data, and any problems (OPS-8). */
export async function checkHosts(hosts: Hosts | undefined): Promise<Finding[]> {
  const database = await readHosts(hosts)
  if (database === undefined) return []
  const others = database.hosts.filter(({ host }) => host !== database.host)
  const list = others.map(({ host, state }) => `; ${host} is ${state === 'standby' ? 'a standby' : state}`).join('')
  const standbys = database.standbys.map(
    ({ name, mode, lag_bytes, lag_s }) => `${name} (${mode}) is ${lag_bytes} bytes and ${lag_s} s behind`,
  )
  return [
    database.host === null
      ? wrong('hosts', `no primary answers${list}`)
      : right('hosts', `${database.host} is used, timeline ${database.timeline}${list}`),
    ...(standbys.length > 0 ? [right('standby', standbys.join('; '))] : []),
    ...(database.stuck === null ? [] : [wrong('standby', database.stuck)]),
    ...database.warnings.map((warning) => wrong('standby', warning)),
  ]
}

/** Empty without Citus. */
async function checkNodes(connection: Connection): Promise<Finding[]> {
  const client = new DatabaseClient({ ...connection, application_name: 'cartage doctor' })
  await client.connect()
  try {
    const cluster = await readCluster(client)
    if (cluster === undefined || cluster.nodes.length === 0) return []
    const faults = judgeCluster(cluster)
    if (faults.length > 0) return faults.map((fault) => wrong('nodes', fault))
    const workers = workersOf(cluster).length
    if (cluster.placed.size === 0) {
      return [
        right(
          'nodes',
          `Citus has ${workers} worker nodes and no tables on them: cartage distribute spreads the tables`,
        ),
      ]
    }
    const unreached = (await onEveryNode(client, 'select 1')).filter(({ success }) => !success)
    if (unreached.length > 0) {
      return unreached.map(({ node, result }) =>
        wrong('nodes', `${node} does not answer: ${result}. Its tenants get 503 until it does`),
      )
    }
    return [right('nodes', `tables of tenants are spread over ${workers} nodes, and all of them answer`)]
  } finally {
    await client.end()
  }
}

function checkPages(): Finding {
  const built = existsSync(new URL('../../../../web/dist/index.html', import.meta.url))
  return right('pages', built ? 'the web application is built' : 'the web application is built at the next start')
}
