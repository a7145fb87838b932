import { useLingui } from '@lingui/react/macro'
import { classNames } from '../ui/class-names.ts'

/** View links of a list; the current one is part of the URL. */
export function ViewsNav<Value extends string>({
  views,
  value,
  onChange,
}: {
  views: readonly { value: Value; title: string; count?: number | undefined }[]
  value: Value
  onChange: (value: Value) => void
}) {
  const { t, i18n } = useLingui()
  return (
    <nav aria-label={t`Views`} className="flex gap-0.5">
      {views.map((view) => (
        <button
          key={view.value}
          type="button"
          aria-current={view.value === value ? 'page' : undefined}
          className={classNames('btn btn-ghost', view.value === value && 'bg-pressed text-ink')}
          onClick={() => onChange(view.value)}
        >
          {view.title}
          {view.count !== undefined && view.count > 0 && (
            <span className="tnum text-[12px] text-ink-3">{i18n.number(view.count)}</span>
          )}
        </button>
      ))}
    </nav>
  )
}
