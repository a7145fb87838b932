import { Combobox } from '../ui/form/combobox.tsx'
import { type CandidateSearch, findCandidates, type PlanCandidate } from './candidates.queries.ts'

/** What is chosen: enough of a candidate to be shown. */
export type Chosen = Pick<PlanCandidate, 'id' | 'name'>

interface CandidateFieldProps {
  id?: string | undefined
  label?: string | undefined
  /** For which trip, as what. */
  wanted: CandidateSearch
  value: Chosen | null
  onChange: (chosen: Chosen | null) => void
  placeholder?: string | undefined
  disabled?: boolean | undefined
  className?: string | undefined
  'aria-invalid'?: boolean | undefined
  'aria-describedby'?: string | undefined
}

/**
 * Chooses who or what carries a trip (FIT-8): those that fit come first, and under each other one is what the verdict has against
 * it. One that is refused cannot be chosen; one with warnings is, and the reason is asked for then.
 */
export function CandidateField({ wanted, value, onChange, ...rest }: CandidateFieldProps) {
  return (
    <Combobox<Chosen & Partial<PlanCandidate>>
      {...rest}
      value={value}
      onChange={onChange}
      queryKey={['trips', 'candidates', wanted]}
      search={async (text) => {
        const { items, is_cut: isCut } = await findCandidates(wanted, text)
        return { items, isCut }
      }}
      textOf={({ name }) => name}
      keyOf={({ id }) => id}
      sideOf={({ side, name }) => (side === name ? null : side)}
      noteOf={({ message }) => message ?? null}
      isBarred={({ verdict }) => verdict === 'HARD'}
    />
  )
}
