import { Plural, Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { Copy } from '../../ui/icons.tsx'
import { QuestionGroup } from './question.tsx'

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
    <QuestionGroup
      icon={Copy}
      title={
        <Plural
          value={count}
          one="# row looks like an order that exists: same customer, reference and date."
          other="# rows look like orders that exist: same customer, reference and date."
        />
      }
      data-count="similar"
      data-number={count}
    >
      <Button aria-pressed={areNew} onClick={() => onAreNew(!areNew)}>
        {areNew ? <Trans>Leave them out</Trans> : <Trans>Import them as new orders</Trans>}
      </Button>
    </QuestionGroup>
  )
}
