import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import pg from 'pg'
import type { Scratch } from '../scratch.ts'
import type { Answer } from './checker.ts'
import type { Canary } from './family.ts'
import { each, type Family, faultsIn, sample, type Target } from './family.ts'

/** Starts a canary on all loopback addresses of this machine. */
export async function startCanary(): Promise<Canary> {
  let count = 0
  const listen = async (host: string, port: number): Promise<Server> => {
    const server = createServer((socket) => {
      count += 1
      socket.on('error', () => {}).destroy()
    })
    server.listen({ host, port })
    await once(server, 'listening')
    return server
  }
  const first = await listen('0.0.0.0', 0)
  const { port } = first.address() as { port: number }
  // A machine without IPv6 has no second one.
  const servers = [
    first,
    ...(await listen('::1', port).then(
      (one) => [one],
      () => [],
    )),
  ]
  return { port, count: () => count, close: () => servers.map((server) => server.close()) }
}

const ownMachine = [127, 0, 0, 1] as const
const targets: readonly (readonly [number, number, number, number])[] = [
  ownMachine,
  ...([
    [127, 255, 255, 254],
    [0, 0, 0, 0],
    [10, 0, 0, 1],
    [172, 16, 0, 1],
    [192, 168, 0, 1],
  ] as const),
  ...([
    [169, 254, 169, 254],
    [100, 100, 100, 200],
    [168, 63, 129, 16],
    [192, 0, 0, 192],
  ] as const),
  ...([
    [100, 64, 0, 1],
    [198, 18, 0, 1],
    [192, 88, 99, 1],
    [224, 0, 0, 1],
    [255, 255, 255, 255],
  ] as const),
]

/** Every notation of an IPv4 address that some program parses as that address. */
function spellings([a, b, c, d]: readonly [number, number, number, number]): string[] {
  const number = ((a * 256 + b) * 256 + c) * 256 + d
  const hex = (value: number) => value.toString(16)
  const octal = (value: number) => `0${value.toString(8)}`
  const [high, low] = [hex(a * 256 + b), hex(c * 256 + d)]
  const dotted = [a, b, c, d].join('.')
  const wide = [...dotted]
    .map((letter) => (letter === '.' ? '。' : String.fromCodePoint(0xff10 + Number(letter))))
    .join('')
  return [
    ...[dotted, `${dotted}.`, String(number), `0x${hex(number)}`, octal(number), wide, dotted.replaceAll('.', '%2e')],
    ...[[a, b, c, d].map((part) => `0x${hex(part)}`).join('.'), [a, b, c, d].map(octal).join('.')],
    ...[`${a}.${b}.${c * 256 + d}`, `${a}.${(b * 256 + c) * 256 + d}`, `${a}.${b}.0x${hex(c)}.${octal(d)}`],
    ...[
      `[::ffff:${dotted}]`,
      `[::ffff:${high}:${low}]`,
      `[0:0:0:0:0:ffff:${high}:${low}]`,
      `[::${dotted}]`,
      `[::${high}:${low}]`,
    ],
    ...[`[64:ff9b::${dotted}]`, `[64:ff9b:1::${high}:${low}]`, `[2002:${high}:${low}::]`, `[2001:0:${high}:${low}::]`],
    ...[`[::ffff:0:${dotted}]`],
  ]
}

/** Hosts on this machine, in its networks, or of a metadata service. */
const hosts: readonly string[] = [
  ...targets.flatMap(spellings),
  ...['localhost', 'LOCALHOST', 'localhost.', 'ip6-localhost'],
  ...['[::1]', '[0:0:0:0:0:0:0:1]', '[::]', '[fe80::1]', '[fc00::1]', '[fd00:ec2::254]', '[fd20:ce::254]', '[ff02::1]'],
]

/** URLs with other schemes, or with a host where some parsers look for it. */
function odd(port: number): string[] {
  return [
    ...['http', 'ftp', 'file', 'gopher', 'ws', 'dict', 'ldap', 'jar:https'].map(
      (scheme) => `${scheme}://127.0.0.1:${port}/`,
    ),
    ...[`https://receiver.example@127.0.0.1:${port}/`, `https://user:word@localhost:${port}/`],
    ...[`https://127.0.0.1:${port}\\@receiver.example/`, `https://127.0.0.1:${port}#@receiver.example/`],
    ...[`https:127.0.0.1:${port}`, `https:///127.0.0.1:${port}`, `https:/\\127.0.0.1:${port}/`, `//127.0.0.1:${port}/`],
    ...[
      `https://127.0.0.1:${port}%00.receiver.example/`,
      `https://127.0.0.1%09:${port}/`,
      `\thttps://127.0.0.1:${port}/`,
    ],
    ...['', 'https://', 'javascript:alert(1)', 'data:text/plain,x', `unix:/var/run/docker.sock`],
  ]
}

/** URLs of this machine and its networks, wherever a tenant may enter one: nothing connects. */
export const addresses: Family = {
  what: 'addresses of this machine in every spelling, in receivers, mail servers and routing engines',
  async run(target) {
    const canary = target.canary
    await closeTheWay(target.scratch)
    const most = target.inputs({ short: 70, usual: 1_000, deep: 1_000 })
    const places = sample(hosts, most, target.seed)
    const urls = [...places.map((host) => `https://${host}:${canary.port}/`), ...odd(canary.port)]
    const faults = await each(urls, 4, (url) => tryReceiver(target, url))
    target.judge(
      `${urls.length} addresses are refused for a receiver, over the web and by SFTP`,
      faultsIn(faults.flat()),
    )
    const others = await each(places, 4, (host) => tryOthers(target, host, canary.port))
    target.judge(`${places.length} hosts are refused as mail server and routing engine`, faultsIn(others.flat()))
    const stored = await tryStored(target, urls)
    target.judge(`${urls.length} addresses that were stored before are not connected to`, faultsIn(stored))
    const reached = canary.count()
    target.judge('the canary on this machine was not reached', reached === 0 ? undefined : `    ${reached} connections`)
  },
}

/** Receivers on this machine are allowed for the demo; here they are forbidden, as in production. */
async function closeTheWay(scratch: Scratch): Promise<void> {
  await withDatabase(scratch, (client) =>
    client.query(`delete from operator_setting where starts_with(name, 'allow_loopback_receivers')`),
  )
}

async function withDatabase<T>({ database }: Scratch, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(database!)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

function asAdmin({ caller }: Target, method: string, path: string, body: object): Promise<Answer> {
  const headers = { ...caller.credentials.Session, 'content-type': 'application/json' }
  return caller.request(method, path, headers, Buffer.from(JSON.stringify(body)))
}

async function tryReceiver(target: Target, url: string): Promise<(string | undefined)[]> {
  const web = await asAdmin(target, 'POST', '/app/subscriptions', { url })
  const sftp = url.replace(/^https:/, 'sftp:')
  const credentials = { kind: 'basic', username: 'ada', password: 'secret' }
  const files = { channel: 'SFTP', url: sftp, folder: '/in', host_keys: ['learn'], credentials }
  return [refused(url, web), refused(sftp, await asAdmin(target, 'POST', '/app/subscriptions', files))]
}

async function tryOthers(target: Target, host: string, port: number): Promise<(string | undefined)[]> {
  const sender = 'Mill <mill@mill.example>'
  const server = { host: host.replace(/^\[|\]$/g, ''), port, security: 'TLS', username: null, sender, reply_to: null }
  const mail = await asAdmin(target, 'PUT', '/app/mail-server', server)
  const engine = { kind: 'OSRM', url: `https://${host}:${port}` }
  const roads = await asAdmin(target, 'POST', '/app/road-engine/test', { engine })
  const { check } = (roads.status === 200 ? JSON.parse(roads.text) : {}) as { check?: { failure: string | null } }
  const isRefused =
    roads.status === 422 || /address_refused/.test(check?.failure ?? '') || isUnknownName(check?.failure)
  return [
    refused(host, mail),
    isRefused ? undefined : `routing engine ${host}: ${roads.status} ${roads.text.slice(0, 200)}`,
  ]
}

/** Names that cannot be resolved on this machine lead nowhere. */
function isUnknownName(failure: string | null | undefined): boolean {
  return /ENOTFOUND|EAI_AGAIN/.test(failure ?? '')
}

function refused(what: string, { status, text }: Answer): string | undefined {
  return status === 422 || status === 400 ? undefined : `${what}: ${status} ${text.slice(0, 200)}`
}

/**
 * A stored URL may have been allowed earlier, or its name may resolve differently now: it is checked at each
 * connection.
 */
async function tryStored(target: Target, urls: readonly string[]): Promise<(string | undefined)[]> {
  const { scratch, tenant } = target
  return await withDatabase(scratch, async (client) => {
    const { rows } = await client.query<{ subscription_id: string }>(
      `insert into subscription (tenant_id, name, url) values ($1, 'stored before', 'https://receiver.example/')
       returning subscription_id`,
      [tenant.tenant.id],
    )
    const { subscription_id } = rows[0]!
    const faults: (string | undefined)[] = []
    for (const url of urls.filter((each) => each.startsWith('https://'))) {
      await client.query('update subscription set url = $2 where subscription_id = $1', [subscription_id, url])
      const answer = await asAdmin(target, 'POST', `/app/subscriptions/${subscription_id}/test`, {})
      const { is_delivered, status } = JSON.parse(answer.text) as { is_delivered?: boolean; status?: number | null }
      const isFine = answer.status === 200 && is_delivered === false && status === null
      faults.push(isFine ? undefined : `${url}: ${answer.status} ${answer.text.slice(0, 200)}`)
    }
    await client.query('delete from subscription where subscription_id = $1', [subscription_id])
    return faults
  })
}
