import type { ComponentProps } from 'react'
import { OrderPeek } from '../peek.panel.tsx'

/** One order next to a page of another noun: like a tab it brings its own texts, so that they do not come with that page. */
export function OrderAside(props: ComponentProps<typeof OrderPeek>) {
  return <OrderPeek {...props} />
}
