import type { ComponentProps } from 'react'
import { OrderPeek } from '../peek.panel.tsx'

/** Order preview on another page. Loaded with its own texts, like a tab, to keep them out of that page. */
export function OrderAside(props: ComponentProps<typeof OrderPeek>) {
  return <OrderPeek {...props} />
}
