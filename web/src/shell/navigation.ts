import type { Permission } from '@cartage/contract/endpoint'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import {
  BellRing,
  BookOpen,
  BookOpenCheck,
  Building2,
  CalendarClock,
  CalendarDays,
  CalendarOff,
  ChartNoAxesColumn,
  ClipboardCheck,
  Coins,
  FileCheck,
  FileInput,
  FilePen,
  FileText,
  FileUp,
  Gauge,
  HandCoins,
  Hourglass,
  House,
  type IconComponent,
  KeyRound,
  LifeBuoy,
  ListChecks,
  Mail,
  MailCheck,
  MapIcon,
  MapPin,
  Package,
  Radio,
  ReceiptEuro,
  ReceiptText,
  Route,
  Send,
  Settings,
  ShieldCheck,
  Sparkles,
  TerminalSquare,
  Truck,
  Users,
  Webhook,
} from '../ui/icons.tsx'

/** A page of the sidebar and of the command palette. */
export interface Place {
  to: string
  title: MessageDescriptor
  icon: IconComponent
  /** Hidden from roles without it. The server refuses them as well. */
  permission: Permission
  /** The second key of `g>…`. */
  key?: string
  /** Initial search parameters. */
  search?: Readonly<Record<string, string>>
  /** Served outside the router, so opened by an ordinary link. */
  isPlain?: boolean
}

export interface PlaceGroup {
  title: MessageDescriptor
  places: readonly Place[]
  /** Icon of a single sidebar entry for all pages of the group, which link to each other by tabs. */
  oneEntry?: IconComponent
}

/** Sidebar pages in order, one per line. */
export const navigation: readonly PlaceGroup[] = [
  {
    title: msg`Operations`,
    places: [
      { to: '/', title: msg`Today`, icon: House, permission: 'session.use', key: 's' },
      { to: '/orders', title: msg`Orders`, icon: Package, permission: 'order.read', key: 'o' },
      { to: '/planning', title: msg`Planning`, icon: CalendarDays, permission: 'trip.read', key: 'p' },
      { to: '/dispatch', title: msg`Dispatch`, icon: Send, permission: 'dispatch.read', key: 'x' },
      { to: '/map', title: msg`Live map`, icon: MapIcon, permission: 'trip.read', key: 'm' },
      {
        to: '/trips',
        search: { when: 'today' },
        title: msg`Trips`,
        icon: Route,
        permission: 'trip.read',
        key: 't',
      },
      { to: '/optimisations', title: msg`Suggested trips`, icon: Sparkles, permission: 'trip.read' },
    ],
  },
  {
    title: msg`Fleet`,
    places: [
      { to: '/resources', title: msg`Drivers and vehicles`, icon: Truck, permission: 'resource.read', key: 'r' },
      { to: '/resources/calendar', title: msg`Absence`, icon: CalendarOff, permission: 'resource.read', key: 'k' },
      { to: '/resources/groups', title: msg`Groups`, icon: Users, permission: 'resource.read' },
      { to: '/resources/hours', title: msg`Hours for payroll`, icon: Hourglass, permission: 'payroll.read' },
    ],
  },
  {
    title: msg`Partners`,
    places: [
      { to: '/companies', title: msg`Customers and carriers`, icon: Building2, permission: 'company.read', key: 'b' },
      { to: '/locations', title: msg`Locations`, icon: MapPin, permission: 'location.read', key: 'l' },
      { to: '/documents', title: msg`Documents`, icon: FileText, permission: 'order.read', key: 'd' },
    ],
  },
  {
    title: msg`Money`,
    places: [
      { to: '/money', title: msg`Money overview`, icon: HandCoins, permission: 'charge.read', key: 'y' },
      {
        to: '/orders-to-invoice',
        title: msg`Orders to invoice`,
        icon: ReceiptEuro,
        permission: 'charge.read',
        key: 'i',
      },
      { to: '/drafts', title: msg`Drafts`, icon: FilePen, permission: 'invoice.read', key: 'a' },
      { to: '/invoices', title: msg`Invoices`, icon: FileCheck, permission: 'invoice.read', key: 'v' },
      { to: '/invoice-runs', title: msg`Invoice runs`, icon: ListChecks, permission: 'invoice.read' },
      { to: '/charges', title: msg`Charges`, icon: Coins, permission: 'charge.read' },
      { to: '/sendings', title: msg`Sent invoices`, icon: MailCheck, permission: 'invoice.read' },
      { to: '/reminders', title: msg`Reminders`, icon: BellRing, permission: 'invoice.read' },
      { to: '/purchases', title: msg`Purchases`, icon: FileInput, permission: 'invoice.read' },
      { to: '/rates', title: msg`Rates`, icon: ReceiptText, permission: 'rate.read' },
      { to: '/receivables', title: msg`Receivables`, icon: CalendarClock, permission: 'task.read' },
      { to: '/tasks', title: msg`Accounting tasks`, icon: ClipboardCheck, permission: 'task.read' },
      { to: '/ledger', title: msg`Ledger`, icon: BookOpenCheck, permission: 'task.read' },
      { to: '/money/checks', title: msg`Money checks`, icon: ShieldCheck, permission: 'audit.read' },
      { to: '/margin', title: msg`Margin`, icon: ChartNoAxesColumn, permission: 'charge.approve' },
    ],
  },
  {
    title: msg`Developers`,
    oneEntry: TerminalSquare,
    places: [
      { to: '/deliveries', title: msg`Webhook deliveries`, icon: Send, permission: 'delivery.read', key: 'w' },
      { to: '/settings/receivers', title: msg`Webhook endpoints`, icon: Webhook, permission: 'delivery.read' },
      { to: '/events', title: msg`Events`, icon: Radio, permission: 'event.read', key: 'e' },
      { to: '/messages', title: msg`Messages`, icon: Mail, permission: 'message.read', key: 'n' },
      { to: '/uploads', title: msg`Uploads`, icon: FileUp, permission: 'order.read', key: 'u' },
      { to: '/settings/usage', title: msg`API usage`, icon: Gauge, permission: 'delivery.read' },
      { to: '/settings/api-clients', title: msg`API clients`, icon: KeyRound, permission: 'credential.write' },
      { to: '/help', title: msg`Guides`, icon: LifeBuoy, permission: 'session.use' },
      { to: '/api-reference', title: msg`API reference`, icon: BookOpen, permission: 'session.use', isPlain: true },
    ],
  },
  {
    title: msg`Configuration`,
    places: [{ to: '/settings', title: msg`Settings`, icon: Settings, permission: 'setting.read', key: 'c' }],
  },
]

/** Groups with the pages that these permissions open, without empty groups. */
export function placesFor(permissions: readonly Permission[]): PlaceGroup[] {
  return navigation
    .map((group) => ({ ...group, places: group.places.filter((place) => permissions.includes(place.permission)) }))
    .filter((group) => group.places.length > 0)
}

/** Group with a single entry that contains a page. */
export function entryOf(groups: readonly PlaceGroup[], place: Place | undefined): PlaceGroup | undefined {
  return groups.find(({ oneEntry, places }) => oneEntry !== undefined && place !== undefined && places.includes(place))
}

/** Page of a path: the longest match, because several pages contain settings pages. */
export function openPlace(groups: readonly PlaceGroup[], pathname: string): Place | undefined {
  const fitting = groups
    .flatMap((group) => group.places)
    .filter(({ to }) => pathname === to || (to !== '/' && pathname.startsWith(`${to}/`)))
  return fitting.toSorted((one, other) => other.to.length - one.to.length)[0]
}

/** Page of a path, even if the role may not open it. */
export function placeAt(pathname: string): Place | undefined {
  return openPlace(navigation, pathname)
}

/** Subpages that need further permissions. */
const innerPages: readonly { path: RegExp; permission: Permission }[] = [
  { path: /^\/orders\/(new|import)$/, permission: 'order.write' },
  { path: /^\/orders\/[^/]+\/edit$/, permission: 'order.write' },
]

/** Permission required for a path. Undefined if every user may open it. */
export function permissionFor(pathname: string): Permission | undefined {
  const inner = innerPages.find(({ path }) => path.test(pathname))
  return inner?.permission ?? placeAt(pathname)?.permission
}
