import type { LatePage } from './guides.ts'
import { type Block, blocksOf } from './markdown.ts'

/** Rule pages relevant to integrators, by URL name, in list order. */
export const rulePages: Readonly<Record<string, LatePage>> = {
  'rules-orders': { heading: 'Orders', load: () => import('../../../docs/rules/orders.md?raw') },
  'rules-events': { heading: 'Events', load: () => import('../../../docs/rules/events.md?raw') },
  'rules-webhooks': { heading: 'Inbound webhooks', load: () => import('../../../docs/rules/webhooks.md?raw') },
  'rules-dispatch': { heading: 'Dispatch', load: () => import('../../../docs/rules/dispatch.md?raw') },
  'rules-documents': { heading: 'Documents', load: () => import('../../../docs/rules/documents.md?raw') },
  'rules-resources': { heading: 'Resources', load: () => import('../../../docs/rules/resources.md?raw') },
  'rules-companies': { heading: 'Companies', load: () => import('../../../docs/rules/companies.md?raw') },
  'rules-lists': { heading: 'Lists', load: () => import('../../../docs/rules/lists.md?raw') },
  'rules-times': { heading: 'Dates and times', load: () => import('../../../docs/rules/times.md?raw') },
  'rules-limits': { heading: 'Limits', load: () => import('../../../docs/rules/limits.md?raw') },
  'rules-errors': { heading: 'Errors', load: () => import('../../../docs/rules/errors.md?raw') },
  'rules-compatibility': { heading: 'Compatibility', load: () => import('../../../docs/rules/compatibility.md?raw') },
}

/**
 * Excerpt of a rules page for API callers: headings, the first sentence, and the first two columns of each table. The
 * other columns name files, and further paragraphs address developers of the product.
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
