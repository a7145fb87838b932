import { type Block, blocksOf } from './markdown.ts'

/** A page of `docs/rules`, loaded when it is opened. */
interface RulePage {
  /** As its first line says. */
  title: string
  load(): Promise<{ default: string }>
}

/** The pages that those who connect a system profit from, by the name in the address, in the order of the list. */
export const rulePages: Readonly<Record<string, RulePage>> = {
  'rules-orders': { title: 'Orders', load: () => import('../../../docs/rules/orders.md?raw') },
  'rules-events': { title: 'Events', load: () => import('../../../docs/rules/events.md?raw') },
  'rules-webhooks': { title: 'Inbound webhooks', load: () => import('../../../docs/rules/webhooks.md?raw') },
  'rules-dispatch': { title: 'Dispatch', load: () => import('../../../docs/rules/dispatch.md?raw') },
  'rules-documents': { title: 'Documents', load: () => import('../../../docs/rules/documents.md?raw') },
  'rules-resources': { title: 'Resources', load: () => import('../../../docs/rules/resources.md?raw') },
  'rules-companies': { title: 'Companies', load: () => import('../../../docs/rules/companies.md?raw') },
  'rules-lists': { title: 'Lists', load: () => import('../../../docs/rules/lists.md?raw') },
  'rules-times': { title: 'Dates and times', load: () => import('../../../docs/rules/times.md?raw') },
  'rules-limits': { title: 'Limits', load: () => import('../../../docs/rules/limits.md?raw') },
  'rules-errors': { title: 'Errors', load: () => import('../../../docs/rules/errors.md?raw') },
  'rules-compatibility': { title: 'Compatibility', load: () => import('../../../docs/rules/compatibility.md?raw') },
}

/**
 * What callers read of a page of rules: its headings, its first sentence, and of each table the first two columns. The
 * others name files, and further paragraphs are for those who change the product.
 */
export function forCallers(markdown: string): Block[] {
  const blocks = blocksOf(markdown)
  const lead = blocks.find(({ kind }) => kind === 'paragraph')
  return blocks.flatMap((block) => {
    if (block.kind === 'table')
      return { ...block, head: block.head.slice(0, 2), rows: block.rows.map((row) => row.slice(0, 2)) }
    return block.kind === 'heading' || block === lead ? block : []
  })
}
