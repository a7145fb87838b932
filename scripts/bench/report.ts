import { arch, cpus, platform } from 'node:os'
import { type ApplyingCosts, applyingLines } from './applying.ts'
import type { CitusFigures } from './citus.ts'
import type { Growth } from './growth.ts'
import { type LimitCosts, limitLines } from './limits.ts'
import type { Measured, Plan, Soak } from './measures.ts'
import type { MoneyFigures } from './money/money.ts'
import type { IntakeFigures } from './money/prices.ts'
import { type Neighbours, neighbourLines } from './neighbours.ts'
import { type PeerFigures, peerLines } from './peer.ts'
import { type PlannedDay, plannedDayLines } from './planned-days.ts'
import type { Positions } from './positions.ts'
import type { RatingFigures } from './rating.ts'
import type { ResourceLists } from './resources.ts'
import { type SolverFigures, solverLines } from './solver.ts'
import { type Strangers, strangerLines } from './strangers.ts'
import type { Verdicts } from './verdict.ts'

export interface Figures {
  plan: Plan
  path?: Measured
  accept?: Measured
  read?: Measured
  latency?: { rate: number; p50_ms: number; p99_ms: number }
  soak?: Soak
  growth?: Growth
  citus?: CitusFigures
  resources?: ResourceLists
  verdicts?: Verdicts
  strangers?: Strangers
  neighbours?: Neighbours
  limits?: LimitCosts
  applying?: ApplyingCosts[]
  peer?: PeerFigures
  positions?: Positions
  rating?: RatingFigures
  intake?: IntakeFigures
  money?: MoneyFigures
  solver?: SolverFigures
  days?: PlannedDay[]
}

/** Renders the figures of one run as docs/benchmarks.md. */
export function writeReport(figures: Figures): string {
  const { plan } = figures
  return [
    '# Benchmarks',
    '',
    'Written by `npm run bench`. Load generator, receiver, server and PostgreSQL share one machine, so the ratios count',
    'and the rates are for orientation. Every ratio is the median of rounds in which pgbench (8 clients, 2 threads,',
    'prepared statements) ran the naive SQL on the same PostgreSQL with the same durability right before.',
    '',
    `Machine: ${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}, ${platform()} ${arch()}, Node ${process.version}.`,
    `Rounds: ${plan.rounds} of ${plan.seconds} s, after ${plan.warmSeconds} s of load that are not counted.`,
    '',
    '| What | ours /s | pgbench /s | ratio | p50 ms | p99 ms | server CPU us | database CPU us | faults |',
    '|---|---|---|---|---|---|---|---|---|',
    ...line('whole path: accept, order, event, delivery', figures.path),
    ...line('accept alone', figures.accept),
    ...line('GET order', figures.read),
    '',
    ...latencyLines(figures),
    ...soakLines(figures),
    ...resourceLines(figures),
    ...positionLines(figures),
    ...verdictLines(figures),
    ...strangerLines(figures.strangers),
    ...neighbourLines(figures.neighbours),
    ...limitLines(figures.limits),
    ...applyingLines(figures.applying),
    ...growthLines(figures),
    ...citusLines(figures),
    ...peerLines(figures.peer),
    ...moneySection(figures),
    ...solverLines(figures.solver),
    ...plannedDayLines(figures.days),
    '',
  ].join('\n')
}

function line(name: string, one: Measured | undefined): string[] {
  if (!one) return []
  const numbers = [
    one.rate.toFixed(0),
    one.pgbench_rate.toFixed(0),
    one.ratio.toFixed(2),
    (one.p50_us / 1_000).toFixed(1),
    (one.p99_us / 1_000).toFixed(1),
    one.server_cpu_us.toFixed(0),
    one.database_cpu_us.toFixed(0),
    String(one.faults),
  ]
  return [`| ${name} | ${numbers.join(' | ')} |`]
}

function latencyLines({ latency }: Figures): string[] {
  if (!latency) return []
  const { rate, p50_ms, p99_ms } = latency
  return [
    `From accepted to applied at half load (${rate.toFixed(0)}/s): p50 ${p50_ms.toFixed(0)} ms, p99 ${p99_ms.toFixed(0)} ms.`,
  ]
}

function soakLines({ soak }: Figures): string[] {
  if (!soak) return []
  const { seconds, rate, cost_ratio, backlog } = soak
  return [
    `Soak of ${seconds.toFixed(0)} s at ${rate.toFixed(0)} orders/s: CPU per order in the last third is ` +
      `${cost_ratio.toFixed(2)} x that in the first, largest backlog at the end of a third ${backlog}.`,
  ]
}

function resourceLines({ resources }: Figures): string[] {
  if (!resources) return []
  const { few, many, list, filters } = resources
  const filtered = Object.entries(filters).map(([name, { ratio }]) => `${name} ${ratio.toFixed(2)} x`)
  return [
    `Listing resources with ${many} of them in the tenant: p99 ${list.many_p99_ms.toFixed(1)} ms, ` +
      `${list.ratio.toFixed(2)} x that with ${few} (${filtered.join(', ')}).`,
  ]
}

function positionLines({ positions }: Figures): string[] {
  if (!positions) return []
  const { shuffled } = positions
  return [
    `With ${positions.position_rate.toFixed(0)} positions/s and their events for ${positions.seconds} s: p99 of uploading ` +
      `orders at ${positions.upload_rate.toFixed(0)}/s is ${positions.with_p99_ms.toFixed(1)} ms, ` +
      `${positions.ratio.toFixed(2)} x that without; refused ${positions.refused}, lost ${positions.lost}, ` +
      `waiting for their bundle at the end ${positions.untold}.`,
    `${shuffled.positions} positions shuffled and repeated (${shuffled.sent} sent): ${shuffled.differences} of ` +
      `${shuffled.stops} visits differ from the ordered stream.`,
  ]
}

function verdictLines({ verdicts }: Figures): string[] {
  if (!verdicts) return []
  const { vehicles, days, trips, asked, p50_ms, p99_ms, nothing_p50_ms: p50, nothing_p99_ms: p99, spoken } = verdicts
  return [
    `The verdict for a drop on a board of ${vehicles} vehicles x ${days} days (${trips} trips), over HTTP: ` +
      `p50 ${p50_ms.toFixed(1)} ms, p99 ${p99_ms.toFixed(1)} ms (${asked} asked, ${spoken} with reasons); ` +
      `a request that only reads the session: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms.`,
  ]
}

function growthLines({ growth }: Figures): string[] {
  if (!growth) return []
  const { small, large, path_ratio, read_ratio } = growth
  return [
    `With ${large} orders in the table against ${small}: whole path at ${path_ratio.toFixed(2)} x the rate, ` +
      `GET order at ${read_ratio.toFixed(2)} x (median of interleaved rounds).`,
  ]
}

function citusLines({ citus }: Figures): string[] {
  if (!citus) return []
  const { workers, plain, spread, ratio, faults } = citus
  const costs = (one: typeof plain) =>
    `${one.rate.toFixed(0)} | ${(one.p99_us / 1_000).toFixed(1)} | ${one.server_cpu_us.toFixed(0)} | ${one.database_cpu_us.toFixed(0)}`
  return [
    '',
    `## Accepting over nodes of Citus`,
    '',
    `One server without background work, eight tenants over ${workers} nodes (${citus.tenants.join(' and ')}), next to the same on one`,
    `plain database of the coordinator's PostgreSQL: ${ratio.toFixed(2)} x its rate, ${faults} faults. All nodes share the machine.`,
    '',
    '| Database | /s | p99 ms | server CPU us | PostgreSQL, or coordinator, CPU us | nodes CPU us |',
    '|---|---|---|---|---|---|',
    `| one plain PostgreSQL | ${costs(plain)} | – |`,
    `| coordinator and ${workers} nodes | ${costs(spread)} | ${spread.workers_cpu_us.toFixed(0)} |`,
    '',
    ...onPaper(citus),
  ]
}

/**
 * Estimate for databases on several machines, from the CPU of this run: one machine each for the coordinator and the
 * nodes, each as large as that of the plain PostgreSQL. Excludes disks, networks and the serving processes.
 */
function onPaper({ plain, spread }: CitusFigures): string[] {
  const limits = [1, 2, 4].map((nodes) => {
    const share = Math.min(
      plain.database_cpu_us / spread.database_cpu_us,
      (nodes * plain.database_cpu_us) / spread.workers_cpu_us,
    )
    return `${nodes}: ${share.toFixed(2)}`
  })
  return [
    'On paper, not measured: with a machine for the coordinator and one for each node, as large as the one of the plain PostgreSQL, the',
    `processors of the databases would carry so many times the uploads of the plain one, by number of nodes: ${limits.join(', ')}.`,
    '',
  ]
}

function moneySection(figures: Figures): string[] {
  const lines = [...ratingLines(figures), ...intakeLines(figures), ...moneyLines(figures)]
  if (lines.length === 0) return []
  return [
    '## Prices, invoices and the ledger',
    '',
    'A tenant with 20 rate cards in a database of its own. Whole path and rates next to pgbench are ratios; the rest is time',
    'on the machine above, and CPU of server and database where other work on the machine would show otherwise. The longest',
    'transaction is that of what writes while the run proposes and finalises.',
    '',
    ...['| What | Measured | Target |', '|---|---|---|'],
    ...lines,
  ]
}

function ratingLines({ rating }: Figures): string[] {
  if (!rating) return []
  const { orders, median_us, p99_us } = rating
  const card = 'card of 40 lines and two tables of 10,000 cells'
  return [
    `| Rating alone, ${orders} orders, ${card}: median; p99 | ${millis(median_us / 1_000)}; ${millis(p99_us / 1_000)} | 0.3 ms; 2 ms |`,
  ]
}

function intakeLines({ intake }: Figures): string[] {
  if (!intake) return []
  const { ratio, cpu_ratio, rows_without_cards } = intake
  return [
    `| Whole path with rate cards over that without: rate; CPU an order | ${ratio.toFixed(3)}; ${cpu_ratio.toFixed(3)} | at least 0.97; at most 1.03 |`,
    `| Rows of prices that orders write in tenants without cards | ${rows_without_cards} | 0 |`,
  ]
}

const millis = (ms: number) => `${ms.toFixed(ms < 10 ? 2 : 0)} ms`
const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`

function moneyLines({ money }: Figures): string[] {
  if (!money) return []
  const { rating, commits, replay, run, finalise, files, requests, tasks, ledger, rows } = money
  const { explain, ...windows } = requests
  const lists = Object.entries(windows).map(([name, ms]) => `${name} ${ms.toFixed(0)}`)
  return [
    `| Rating of ${rating.orders} orders in bulk, one process | ${rating.rate.toFixed(0)}/s, ${rating.ratio.toFixed(2)} x pgbench, CPU ${millis(rating.cpu_us / 1_000)} an order | at least 500/s |`,
    `| From the commit of an order to that of its charges at ${commits.rate.toFixed(0)} orders/s, p99 | ${seconds(commits.p99_ms)} | 2 s |`,
    `| Replay of ${replay.orders} orders; its first rows | ${seconds(replay.ms)}; ${seconds(replay.first_ms)} | 30 s for 10,000; 3 s |`,
    `| Test bench after a keystroke, p95 | ${millis(money.try_p95_ms)} | 150 ms |`,
    `| Proposal of a run of ${run.orders} orders | ${seconds(run.propose_ms)}, CPU ${seconds(run.propose_cpu_ms)} | 20 s for 10,000 |`,
    `| Finalising its ${run.documents} documents | ${seconds(run.finalise_ms)}, CPU ${seconds(run.finalise_cpu_ms)}, ${finalise.rate.toFixed(0)}/s, ${finalise.ratio.toFixed(2)} x pgbench | 30 s for 1,200 |`,
    `| Longest transaction of the run | ${millis(run.longest_transaction_ms)} | 500 ms |`,
    `| Files of ${files.documents} documents in the background | ${seconds(files.ms)}, CPU ${seconds(files.cpu_ms)} | 90 s for 1,200 |`,
    `| PDF; UBL of one document, CPU, median | ${millis(files.pdf_cpu_ms)}; ${millis(files.ubl_cpu_ms)} | 40 ms; 2 ms |`,
    `| Ledger export of ${ledger.entries} entries | ${seconds(ledger.ms)} | – |`,
    `| List of ${tasks.count} tasks, p95 | ${millis(tasks.list_p95_ms)} | 300 ms |`,
    `| Lease of 100 tasks; report of one, p99 | ${millis(tasks.lease_p99_ms)}; ${millis(tasks.report_p99_ms)} | 30 ms; 15 ms |`,
    `| Windows of lists with ${rows.orders} orders, ${rows.charges} charges and ${rows.documents} documents, p95 | ${lists.join(', ')} ms | 100 ms |`,
    `| Explanation of a price, p95 | ${millis(explain!)} | 50 ms |`,
    `| cartage money check of all of them | ${seconds(money.check_ms)} | 60 s |`,
    '',
  ]
}
