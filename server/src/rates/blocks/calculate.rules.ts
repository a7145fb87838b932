import type { Block } from '@cartage/contract/rates/app/blocks'
import type { Scene } from '../engine/facts.rules.ts'
import type { Outcome } from '../engine/outcome.rules.ts'
import { daysBlock } from './days.rules.ts'
import { fixedBlock } from './fixed.rules.ts'
import { formulaBlock } from './formula.rules.ts'
import { incrementalBlock } from './incremental.rules.ts'
import { passThroughBlock } from './pass-through.rules.ts'
import { perUnitBlock } from './per-unit.rules.ts'
import { percentBlock } from './percent.rules.ts'
import { indexBlock } from './price-index.rules.ts'
import { steppedBlock } from './stepped.rules.ts'
import { tableBlock } from './table.rules.ts'
import { timeBlock } from './time.rules.ts'

/** Calculates a block. Each kind is in a file of its own. */
export function calculateBlock(block: Block, scene: Scene): Outcome {
  switch (block.kind) {
    case 'FIXED':
      return fixedBlock(block)
    case 'PER_UNIT':
      return perUnitBlock(block, scene)
    case 'STEPPED':
      return steppedBlock(block, scene)
    case 'INCREMENTAL':
      return incrementalBlock(block, scene)
    case 'TABLE':
      return tableBlock(block, scene)
    case 'PERCENT':
      return percentBlock(block, scene)
    case 'INDEX':
      return indexBlock(block, scene)
    case 'TIME':
      return timeBlock(block, scene)
    case 'DAYS':
      return daysBlock(block, scene)
    case 'PASS_THROUGH':
      return passThroughBlock(block, scene)
    case 'FORMULA':
      return formulaBlock(block, scene)
  }
}
