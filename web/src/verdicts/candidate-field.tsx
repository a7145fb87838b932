import { Combobox } from '../ui/form/combobox.tsx'
import { type CandidateSearch, findCandidates, type PlanCandidate } from './candidates.queries.ts'

/** The chosen candidate, reduced to what is displayed. */
export type Chosen = Pick<PlanCandidate, 'id' | 'name'>

interface CandidateFieldProps {
  id?: string | undefined
  label?: string | undefined
  /** Trip and role to search for. */
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
 * Chooses a resource or carrier for a trip (FIT-8). Fitting ones come first, the others show the verdict's reasons.
 * Refused ones cannot be chosen. For those with warnings, a reason is requested.
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
