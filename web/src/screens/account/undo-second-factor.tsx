import { useTranslation } from 'react-i18next';
import { PressedLink } from '../../accounts/pressed-link';
import { useSecondFactorCommands } from '../../accounts/second-factor/use-second-factor';

/** The target of the link in the mail about a new second factor: removes one that the owner did not set up. */
export function UndoSecondFactorScreen() {
  const { t } = useTranslation();
  const { undo } = useSecondFactorCommands();
  return (
    <PressedLink
      title={t('factor.undoTitle')}
      lead={t('factor.undoLead')}
      press={async (token) => {
        await undo(token);
        return {};
      }}
      pressText={t('factor.turnOff')}
      doneText={() => t('factor.undone')}
      overText={t('factor.undoOver')}
      next={{ to: '/forgot', text: t('factor.undoPassword') }}
    />
  );
}
