import {
  type DestinationKind,
  type Dispatch,
  destinationKinds,
  NewDispatchDestination,
} from '@cartage/contract/dispatch/app'
import { Argument, type Command, InvalidArgumentError } from 'commander'
import { byOperator } from '../../audit/rules.ts'
import type { Context } from '../../context.ts'
import { addDestination, destinationsOf } from '../../dispatch/destinations.commands.ts'
import { shownDispatch, shownDispatches } from '../../dispatch/pending.commands.ts'
import { resend } from '../../dispatch/resend.commands.ts'
import { dispatchTrip, recallTrip } from '../../dispatch/trip.commands.ts'
import { readUuid } from '../arguments.ts'
import { type Output, print, table, WrongUse, withContext, withJson } from '../command.ts'
import { tenantIdOf } from '../tenant-of.ts'

interface AddOptions extends Output {
  url?: string
  subscription?: string
  subcontractor?: string
  location?: string
  account?: string
  trackingLink?: string
  automatic?: boolean
}

/** `cartage dispatch …`: handing trips to subcontractors and fleet applications. */
export function addDispatch(program: Command): void {
  const group = program.command('dispatch').description('trips dispatched to partners, and what was sent to them')
  addDestinations(group)
  addTrips(group)
}

function addDestinations(group: Command): void {
  const destinations = group.command('destinations').description('partners that trips and bookings are dispatched to')
  withJson(destinations.command('list <tenant>'))
    .description('list them, archived ones last')
    .action(async (slug: string, options: Output) => {
      const items = await inTenant(slug, destinationsOf)
      const columns = ['dispatch_destination_id', 'kind', 'name', 'channel', 'url', 'is_archived'] as const
      print(options, { destinations: items }, table(items, columns))
    })
  withJson(destinations.command('add <tenant>').addArgument(kindArgument()).argument('<name>'))
    .description('add a destination, for every partner of its kind unless one is given')
    .option('--subscription <id>', 'an endpoint with the purpose dispatch')
    .option('--url <url>', 'or the https address of a new one')
    .option('--subcontractor <company-id>', 'of SUBCO: the company')
    .option('--location <location-id>', 'of LOCATION_BOOKING: the place')
    .option('--account <code>', 'of INTERMODAL: our account; of FLEET: the integration that knows the resources')
    .option('--tracking-link <url>', 'page to follow a consignment, with {consignment_id} in it')
    .option('--automatic', 'dispatch trips assigned to it automatically')
    .action(async (slug: string, kind: DestinationKind, name: string, options: AddOptions) => {
      const input = inputOf(kind, name, options)
      const added = await inTenant(slug, (ctx, tenantId) => addDestination(ctx, tenantId, byOperator, input))
      const lines = [`destination     ${added.destination.dispatch_destination_id}`]
      if (added.secret !== null) lines.push(`signing secret  ${added.secret}`, 'The secret is shown only once.')
      print(options, added, lines.join('\n'))
    })
}

function kindArgument(): Argument {
  return new Argument('<kind>', destinationKinds.join(', ')).argParser((text: string) => {
    const kind = destinationKinds.find((known) => known === text.toUpperCase())
    if (kind === undefined) throw new InvalidArgumentError(`The kinds are ${destinationKinds.join(', ')}.`)
    return kind
  })
}

function inputOf(kind: DestinationKind, name: string, options: AddOptions): NewDispatchDestination {
  const { url, subscription, subcontractor, location, account, trackingLink, automatic } = options
  const input = NewDispatchDestination.safeParse({
    kind,
    name,
    subcontractor_id: subcontractor,
    location_id: location,
    account_code: account,
    subscription_id: subscription,
    channel: url === undefined ? undefined : { url },
    tracking_link: trackingLink,
    is_automatic: automatic,
  })
  if (input.success) return input.data
  throw new WrongUse(input.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'))
}

function addTrips(group: Command): void {
  withJson(group.command('send <tenant> <trip-id>'))
    .description('dispatch a trip, or send what changed to the partner that has it')
    .option('--to <destination-id>', 'the destination; that of its carrier or resources when left out', readUuid)
    .action(async (slug: string, tripId: string, options: Output & { to?: string }) => {
      const sent = await inTenant(slug, async (ctx, tenantId) => {
        const done = await dispatchTrip(ctx, tenantId, byOperator, readUuid(tripId), options.to ?? null)
        return await ctx.db.asTenant(tenantId, (tx) => shownDispatch(tx, done))
      })
      print(options, sent, lastOf(sent))
    })
  withJson(group.command('recall <tenant> <trip-id>'))
    .description('withdraw a trip from the partner that has it')
    .action(async (slug: string, tripId: string, options: Output) => {
      const sent = await inTenant(slug, async (ctx, tenantId) => {
        const done = await recallTrip(ctx, tenantId, byOperator, readUuid(tripId))
        return await ctx.db.asTenant(tenantId, (tx) => shownDispatch(tx, done))
      })
      print(options, sent, lastOf(sent))
    })
  withJson(group.command('resend <tenant> <dispatch-id> <revision>'))
    .description('resend a message, byte for byte and with the same id')
    .action(async (slug: string, id: string, revision: string, options: Output) => {
      const number = readRevision(revision)
      const sent = await inTenant(slug, (ctx, tenantId) => resend(ctx, tenantId, byOperator, readUuid(id), number))
      print(options, sent, `Message ${sent.revision} queued for resend.`)
    })
  withJson(group.command('history <tenant> <trip-id>'))
    .description('show every message about a trip and its bookings, and what still has to be sent to its partners')
    .action(async (slug: string, tripId: string, options: Output) => {
      const id = readUuid(tripId)
      const dispatches = await inTenant(slug, (ctx, tenantId) =>
        ctx.db.asTenant(tenantId, (tx) => shownDispatches(tx, id)),
      )
      print(options, { dispatches }, history(dispatches))
    })
}

function lastOf({ destination_name, revisions }: Dispatch): string {
  const [last] = revisions
  return `${destination_name}: message ${last!.revision}, ${last!.operation}, is ${last!.status.toLowerCase()}.`
}

function history(dispatches: readonly Dispatch[]): string {
  const rows = dispatches.flatMap(({ dispatch_id, destination_name, revisions }) =>
    revisions.map(({ revision, operation, status, made_at, reason, difference }) => ({
      ...{ dispatch_id, to: destination_name, revision, operation, status, made_at, reason },
      changed: difference.map(({ path }) => path).join(' '),
    })),
  )
  const waiting = dispatches.flatMap(({ dispatch_id, destination_name, differs_since, trouble, pending }) => {
    if (!pending) return []
    const head = { dispatch_id, to: destination_name, revision: '', operation: pending.operation, status: 'TO_SEND' }
    const changed = pending.difference.map(({ path }) => path).join(' ')
    return [{ ...head, made_at: differs_since ?? '', reason: trouble, changed }]
  })
  const columns = ['dispatch_id', 'to', 'revision', 'operation', 'status', 'made_at', 'reason', 'changed'] as const
  return table([...waiting, ...rows], columns)
}

function readRevision(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('The revision must be a number from 1.')
}

function inTenant<T>(slug: string, work: (ctx: Context, tenantId: string) => Promise<T>): Promise<T> {
  return withContext(async (ctx) => work(ctx, await tenantIdOf(ctx, slug)))
}
