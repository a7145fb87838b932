import type { Permission } from '@cartage/contract/endpoint'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import {
  Archive,
  ArrowRightLeft,
  Building2,
  CalendarCheck,
  Gauge,
  type IconComponent,
  KeyRound,
  Link2,
  ListTree,
  Mail,
  Radio,
  ReceiptText,
  Send,
  ShieldCheck,
  Users,
  Webhook,
} from '../ui/icons.tsx'
import { FileDiff, ScrollText } from './icons.tsx'

/** A page of the settings. */
export interface SettingsPlace {
  to: string
  title: MessageDescriptor
  icon: IconComponent
  /** Hidden from roles without it. */
  permission: Permission
}

/** Pages of the settings by group, in the order of the list on the left. */
export const settingsPlaces: readonly { title: MessageDescriptor; places: readonly SettingsPlace[] }[] = [
  {
    title: msg`Organisation`,
    places: [
      { to: '/settings/organisation', title: msg`General`, icon: Building2, permission: 'setting.read' },
      { to: '/settings/reference', title: msg`Reference data`, icon: ListTree, permission: 'setting.read' },
      { to: '/settings/mail-templates', title: msg`Mail templates`, icon: Mail, permission: 'setting.read' },
      { to: '/settings/users', title: msg`Users and roles`, icon: Users, permission: 'user.write' },
      { to: '/settings/sign-in', title: msg`Sign-in`, icon: ShieldCheck, permission: 'setting.write' },
      { to: '/settings/personal-data', title: msg`Personal data`, icon: Archive, permission: 'setting.read' },
    ],
  },
  {
    title: msg`Money`,
    places: [
      { to: '/settings/billing', title: msg`Billing`, icon: ReceiptText, permission: 'invoice.read' },
      { to: '/settings/exchange-rates', title: msg`Exchange rates`, icon: ArrowRightLeft, permission: 'book.read' },
      { to: '/settings/mail-server', title: msg`Mail server`, icon: Mail, permission: 'setting.read' },
      { to: '/settings/periods', title: msg`Booking periods`, icon: CalendarCheck, permission: 'book.read' },
    ],
  },
  {
    title: msg`Partners`,
    places: [
      { to: '/settings/destinations', title: msg`Dispatch destinations`, icon: Send, permission: 'dispatch.read' },
    ],
  },
  {
    title: msg`System access`,
    places: [
      { to: '/settings/api-clients', title: msg`API clients`, icon: KeyRound, permission: 'credential.write' },
      {
        to: '/settings/webhook-credentials',
        title: msg`Webhook credentials`,
        icon: Webhook,
        permission: 'credential.write',
      },
      { to: '/settings/connections', title: msg`Telematics connections`, icon: Radio, permission: 'setting.read' },
      { to: '/settings/document-links', title: msg`Links to documents`, icon: Link2, permission: 'credential.write' },
      { to: '/settings/limits', title: msg`Limits`, icon: Gauge, permission: 'setting.read' },
    ],
  },
  {
    title: msg`Configuration and audit`,
    places: [
      { to: '/settings/configuration', title: msg`Configuration file`, icon: FileDiff, permission: 'setting.write' },
      { to: '/settings/audit', title: msg`Audit trail`, icon: ScrollText, permission: 'audit.read' },
    ],
  },
]
