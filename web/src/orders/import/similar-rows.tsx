import { Plural, Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { Copy } from '../../ui/icons.tsx'
import { Notice } from '../../ui/page/notice.tsx'

/** Asks whether to import rows similar to existing orders as new orders (EXP-5). */
export function SimilarRows({
  count,
  areNew,
  onAreNew,
}: {
  count: number
  /** Whether they were confirmed as new orders. */
  areNew: boolean
  onAreNew: (areNew: boolean) => void
}) {
  return (
    <section className="px-4 pt-3" data-count="similar" data-number={count}>
      <Notice icon={Copy} tone="amber">
        <p className="flex items-center gap-3">
          <span className="font-semibold">
            <Plural
              value={count}
              one="# row looks like an order that exists: same customer, reference and date."
              other="# rows look like orders that exist: same customer, reference and date."
            />
          </span>
          <Button aria-pressed={areNew} onClick={() => onAreNew(!areNew)}>
            {areNew ? <Trans>Leave them out</Trans> : <Trans>Import them as new orders</Trans>}
          </Button>
        </p>
      </Notice>
    </section>
  )
}
