import { Checkbox } from '../../ui/checkbox.tsx'
import { TextAreaAnswer } from './answer-fields.tsx'
import { useDraftState } from './draft-context.ts'
import { FullWidthField, StepCard } from './step-card.tsx'

export function ResidentialDetails() {
  const { draft, copyAddress } = useDraftState()
  const isSame = draft.isSameAddress
  return (
    <StepCard id="residence">
      <FullWidthField>
        <TextAreaAnswer name="laddress" label="Local address" autoComplete="street-address" />
      </FullWidthField>
      <FullWidthField>
        <Checkbox
          name="isSameAddress"
          checked={isSame}
          onChange={(event) => copyAddress(event.target.checked)}
        >
          Permanent address is the same as local address
        </Checkbox>
      </FullWidthField>
      <FullWidthField>
        <TextAreaAnswer
          name="paddress"
          label="Permanent address"
          autoComplete={isSame ? 'off' : 'section-permanent street-address'}
          hint={isSame && 'Copied from the local address. Untick the box to change it.'}
          readOnly={isSame}
        />
      </FullWidthField>
    </StepCard>
  )
}
