import errors from '../../../docs/guides/errors.md?raw'
import firstOrder from '../../../docs/guides/first-order.md?raw'
import limits from '../../../docs/guides/limits.md?raw'
import pagination from '../../../docs/guides/pagination.md?raw'
import papers from '../../../docs/guides/transport-papers.md?raw'
import webhooks from '../../../docs/guides/webhooks.md?raw'

/** The guides by the name in the address, in the order of the list. The same files are in `docs/guides`. */
export const guides: Readonly<Record<string, string>> = {
  'first-order': firstOrder,
  webhooks,
  limits,
  pagination,
  errors,
  'transport-papers': papers,
}

/** The title of a guide: its first line. */
export function titleOf(markdown: string): string {
  return markdown.slice(2, markdown.indexOf('\n'))
}
