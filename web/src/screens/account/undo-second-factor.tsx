import '../../accounts/account.css';
import { useTranslation } from 'react-i18next';
import { Box } from '@mantine/core';
import { isLinkOver, useLinkToken } from '../../accounts/use-link-token';
import { useSecondFactorCommands } from '../../accounts/second-factor/use-second-factor';
import { useProblemText } from '../../lib/api/use-problem-text';
import { useSend } from '../../lib/api/use-send';
import { Button, ButtonLink } from '../../ui/forms/button';
import { Notice } from '../../ui/feedback/notice';
import { PageHeading } from '../../ui/parts/page-heading';

/** The target of the link in the mail about a new second factor: removes one that the owner did not set up. */
export function UndoSecondFactorScreen() {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const token = useLinkToken();
  const { undo } = useSecondFactorCommands();
  const { trigger, data, error, isMutating } = useSend(async (given: string) => {
    await undo(given);
    return 'removed' as const;
  });
  const isOver = token === null || isLinkOver(error);
  const isEnd = isOver || data === 'removed';
  return (
    <Box w="100%" maw="var(--form)" mx="auto">
      <PageHeading title={t('factor.undoTitle')}>{t('factor.undoTitle')}</PageHeading>
      {!isEnd && <p className="form-lead">{t('factor.undoLead')}</p>}
      <Box className="stack-24" mt="lg">
        {data === 'removed' && (
          <Notice tone="success" icon="checkCircle" role="status">
            {t('factor.undone')}
          </Notice>
        )}
        {isOver && (
          <Notice tone="info" icon="info" role="alert">
            {t('factor.undoOver')}
          </Notice>
        )}
        {!isEnd && error !== undefined && (
          <Notice tone="danger" icon="alert" role="alert">
            {problemText(error)}
          </Notice>
        )}
        {isEnd ? (
          <ButtonLink tone="primary" block to="/forgot">
            {t('factor.undoPassword')}
          </ButtonLink>
        ) : (
          <Button tone="primary" block busy={isMutating} onClick={() => void trigger(token)}>
            {t('factor.turnOff')}
          </Button>
        )}
      </Box>
    </Box>
  );
}
