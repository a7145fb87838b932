import { Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { AmbiguousNumber, Choices } from '../form/ambiguous-number.tsx'
import { Pencil } from '../icons.tsx'

/** Names and values of one record, one per line. */
export function Properties({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-[104px_1fr] gap-x-3 gap-y-0.5">{children}</dl>
}

/** One property. A dash if empty. */
export function Property({ name, children }: { name: string; children?: ReactNode }) {
  const isEmpty = children === undefined || children === null || children === false || children === ''
  return (
    <>
      <dt className="py-1 text-ink-3 hyphens-auto [overflow-wrap:anywhere]">{name}</dt>
      <dd className="min-w-0 py-1 [overflow-wrap:anywhere]">
        {isEmpty ? <span className="text-ink-3">—</span> : children}
      </dd>
    </>
  )
}

interface EditablePropertyProps {
  name: string
  value: string
  /** Displayed value while not editing, if different. */
  shown?: string | undefined
  /** Rejects when the server refuses. The text then stays open for correction. */
  onSave: (value: string) => Promise<unknown>
  /** Whether this user may edit it now. */
  isEditable: boolean
  /** What applies if no value is set. */
  placeholder?: string
  /** Shown in the empty field while it is edited. */
  example?: string
}

/** A property edited in place: Enter saves, Escape cancels. */
export function EditableProperty(props: EditablePropertyProps) {
  const { name, value, shown = value, onSave, isEditable, placeholder, example } = props
  const [draft, setDraft] = useState<string>()
  const [fault, setFault] = useState<string>()
  const [choices, setChoices] = useState<readonly string[]>([])
  const [isBusy, setIsBusy] = useState(false)

  async function save(text = draft) {
    if (text === undefined || text === value) return leave()
    setIsBusy(true)
    setChoices([])
    try {
      await onSave(text)
      setDraft(undefined)
      setFault(undefined)
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error))
      if (error instanceof AmbiguousNumber) setChoices(error.choices)
    } finally {
      setIsBusy(false)
    }
  }

  function leave() {
    setDraft(undefined)
    setFault(undefined)
    setChoices([])
  }

  if (!isEditable) return <Property name={name}>{shown}</Property>
  return (
    <>
      <dt className="py-1 text-ink-3 hyphens-auto [overflow-wrap:anywhere]">{name}</dt>
      <dd className="min-w-0">
        {draft === undefined ? (
          <ClosedValue name={name} value={shown} placeholder={placeholder} onOpen={() => setDraft(value)} />
        ) : (
          <input
            // biome-ignore lint/a11y/noAutofocus: the user has just chosen to edit this line
            autoFocus
            className="field -ml-2 w-full"
            aria-label={name}
            placeholder={example}
            aria-invalid={fault !== undefined}
            value={draft}
            disabled={isBusy}
            onChange={(event) => setDraft(event.target.value)}
            onBlur={() => void save()}
            onKeyDown={(event) => {
              if (event.key === 'Enter') void save()
              if (event.key !== 'Escape') return
              event.stopPropagation()
              leave()
            }}
          />
        )}
        {fault !== undefined && (
          <p role="alert" className="text-[12px] text-red">
            {fault}
          </p>
        )}
        <Choices
          choices={choices}
          onChoose={(text) => {
            setDraft(text)
            void save(text)
          }}
        />
      </dd>
    </>
  )
}

/** The value while not editing: a button that opens the editor. */
function ClosedValue({
  name,
  value,
  placeholder = '—',
  onOpen,
}: {
  name: string
  value: string
  placeholder: string | undefined
  onOpen: () => void
}) {
  return (
    <button
      type="button"
      className="group -ml-1.5 flex min-h-[26px] w-full items-center gap-1.5 rounded-md px-1.5 text-left hover:bg-hover"
      onClick={onOpen}
    >
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        {value || <span className="text-ink-3">{placeholder}</span>}
      </span>
      <Pencil
        size={12}
        className="text-ink-3 opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100"
        aria-hidden="true"
      />
      <span className="sr-only">
        <Trans>Edit {name}</Trans>
      </span>
    </button>
  )
}
