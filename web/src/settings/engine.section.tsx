import {
  type RoadEngine,
  RoadEngine as RoadEngineSchema,
  testRoadEngine,
} from '@cartage/contract/positions/app/road-engine'
import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense } from 'react'
import { callDry } from '../api/call.ts'
import { failureOf } from '../api/failure.ts'
import { useMutation } from '../api/use-mutation.ts'
import { Button } from '../ui/button.tsx'
import { TriangleAlert } from '../ui/icons.tsx'
import { Notice } from '../ui/page/notice.tsx'

const Answer = lazy(async () => ({ default: (await import('./engine-answer.panel.tsx')).EngineAnswer }))

/** Tests the routing engine in the form with a known road, before or after saving. */
export function EngineSection({ given }: { given: unknown }) {
  const { t } = useLingui()
  const engine = engineOf(given)
  const test = useMutation({ mutationFn: () => callDry(testRoadEngine, { body: { engine: engine ?? null } }) })
  return (
    <section className="grid justify-items-start gap-2 border-t border-line pt-3" aria-label={t`Test engine`}>
      <p className="text-ink-2">
        <Trans>Measures roads for plans, ETAs and prices. Without one, distances are estimated and marked so.</Trans>
      </p>
      <Button disabled={engine === undefined} isBusy={test.isPending} onClick={() => test.mutate()}>
        <Trans>Test engine</Trans>
      </Button>
      {engine === undefined && (
        <p className="text-[12px] text-ink-3">
          <Trans>Enter type and address of the engine first.</Trans>
        </p>
      )}
      <div role="status" className="w-full empty:hidden">
        {(test.error || test.data) && (
          <Suspense fallback={null}>
            <div ref={showWhole} className="scroll-mb-20">
              {test.error ? (
                <Notice icon={TriangleAlert} tone="amber">
                  {failureOf(test.error).message}
                </Notice>
              ) : (
                test.data && <Answer check={test.data.check} />
              )}
            </div>
          </Suspense>
        )}
      </div>
    </section>
  )
}

/** Scrolls to the result, which is at the end of a long page. */
function showWhole(answer: HTMLElement | null): void {
  answer?.scrollIntoView({ block: 'nearest' })
}

/** Engine in the form values. Null for that of the installation, undefined while incomplete. */
function engineOf(given: unknown): RoadEngine | null | undefined {
  const { road_engine: entered = null } = (given ?? {}) as { road_engine?: unknown }
  if (entered === null) return null
  const { profile, van_profile: van, adr_profile: adr, ...rest } = entered as Record<string, unknown>
  const profiles = { profile: profile || null, van_profile: van || undefined, adr_profile: adr || undefined }
  return RoadEngineSchema.safeParse({ ...rest, ...profiles }).data
}
