import carriersByLink from '../../../docs/guides/carriers-by-link.md?raw'
import clients from '../../../docs/guides/clients.md?raw'
import errors from '../../../docs/guides/errors.md?raw'
import firstOrder from '../../../docs/guides/first-order.md?raw'
import limits from '../../../docs/guides/limits.md?raw'
import mailTemplates from '../../../docs/guides/mail-templates.md?raw'
import pagination from '../../../docs/guides/pagination.md?raw'
import portal from '../../../docs/guides/portal-for-customers.md?raw'
import python from '../../../docs/guides/python.md?raw'
import trackingLinks from '../../../docs/guides/tracking-links.md?raw'
import papers from '../../../docs/guides/transport-papers.md?raw'
import webhooks from '../../../docs/guides/webhooks.md?raw'

/** Guides by URL name, in list order. The same files are in `docs/guides`. */
export const guides: Readonly<Record<string, string>> = {
  'first-order': firstOrder,
  webhooks,
  limits,
  pagination,
  errors,
  clients,
  python,
  'transport-papers': papers,
  'tracking-links': trackingLinks,
  'carriers-by-link': carriersByLink,
  'portal-for-customers': portal,
  'mail-templates': mailTemplates,
}

/** Page loaded on demand. */
export interface LatePage {
  /** First line; in English, as the interface is. */
  heading: string
  load(): Promise<{ default: string }>
}

/** Guides about rates, invoices and bookkeeping, by URL name, in list order. */
export const moneyGuides: Readonly<Record<string, LatePage>> = {
  'rate-cards': { heading: 'Rate cards by example', load: () => import('../../../docs/guides/rate-cards.md?raw') },
  'send-invoices': {
    heading: 'Send invoices by e-mail and Peppol access point',
    load: () => import('../../../docs/guides/send-invoices.md?raw'),
  },
  'receive-invoices': {
    heading: 'Receive invoices of suppliers',
    load: () => import('../../../docs/guides/receive-invoices.md?raw'),
  },
  'post-invoices': {
    heading: 'Post invoices to your bookkeeping in ten minutes',
    load: () => import('../../../docs/guides/post-invoices.md?raw'),
  },
}

/** Guides for server operators, by URL name, in list order. */
export const operatorGuides: Readonly<Record<string, LatePage>> = {
  install: { heading: 'Install', load: () => import('../../../docs/guides/install.md?raw') },
  'behind-a-proxy': { heading: 'Behind a proxy', load: () => import('../../../docs/guides/behind-a-proxy.md?raw') },
  backup: {
    heading: 'Backups, and a restore to any moment',
    load: () => import('../../../docs/guides/backup.md?raw'),
  },
  upgrade: { heading: 'Upgrade', load: () => import('../../../docs/guides/upgrade.md?raw') },
  scale: { heading: 'From one machine to many', load: () => import('../../../docs/guides/scale.md?raw') },
  'personal-data': { heading: 'Personal data', load: () => import('../../../docs/guides/personal-data.md?raw') },
  telematics: {
    heading: 'Telematics: rFMS, Traccar, webhooks and phones',
    load: () => import('../../../docs/guides/telematics.md?raw'),
  },
  'move-from-another-system': {
    heading: 'Move from another system',
    load: () => import('../../../docs/guides/move-from-another-system.md?raw'),
  },
}

/** Title of a guide: its first line. */
export function titleOf(markdown: string): string {
  return markdown.slice(2, markdown.indexOf('\n'))
}
