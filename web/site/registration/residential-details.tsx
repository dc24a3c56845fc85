import { Tick } from '../../kit/tick.tsx'
import { AreaAnswer } from './answer-fields.tsx'
import { useDraftState } from './draft-context.ts'
import { PartCard, Wide } from './part-card.tsx'

export function ResidentialDetails() {
  const { draft, copyAddress } = useDraftState()
  const isSame = draft.isSameAddress
  return (
    <PartCard id="residence">
      <Wide>
        <AreaAnswer name="laddress" label="Local address" autoComplete="street-address" />
      </Wide>
      <Wide>
        <Tick
          name="isSameAddress"
          checked={isSame}
          onChange={(event) => copyAddress(event.target.checked)}
        >
          Permanent address is the same as local address
        </Tick>
      </Wide>
      <Wide>
        <AreaAnswer
          name="paddress"
          label="Permanent address"
          autoComplete={isSame ? 'off' : 'section-permanent street-address'}
          hint={isSame && 'Copied from the local address. Untick the box to change it.'}
          readOnly={isSame}
        />
      </Wide>
    </PartCard>
  )
}
