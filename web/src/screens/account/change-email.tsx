import '../../accounts/account.css';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { EmailEnd } from '@kernel/people/accounts';
import { Box } from '@mantine/core';
import { emailLinks } from '../../accounts/about/use-email';
import { isLinkOver, useLinkToken } from '../../accounts/use-link-token';
import { useProblemText } from '../../lib/api/use-problem-text';
import { useSend } from '../../lib/api/use-send';
import { Notice } from '../../ui/feedback/notice';
import { Button, ButtonLink } from '../../ui/forms/button';
import { PageHeading } from '../../ui/parts/page-heading';

/** The target of both links in the mails about a change of address. It needs a press: some mailboxes open links by themselves. */
export function ChangeEmailScreen() {
  const { t } = useTranslation();
  const token = useLinkToken();
  const end = useSearchParams()[0].get('at') === 'old' ? 'old' : 'new';
  const { trigger, data, error, isMutating } = useSend((given: string) => emailLinks.confirm(given, end));
  const isOver = token === null || isLinkOver(error);
  const isEnd = isOver || data !== undefined;
  return (
    <Box w="100%" maw="var(--form)" mx="auto">
      <PageHeading title={t('about.confirmTitle')}>{t('about.confirmTitle')}</PageHeading>
      {!isEnd && <p className="form-lead">{t(`about.confirmLead.${end}`)}</p>}
      <Box className="stack-24" mt="lg">
        {data && <Confirmed missing={data.missing[0]} />}
        {isOver && (
          <Notice tone="info" icon="info" role="alert">
            {t('about.confirmOver')}
          </Notice>
        )}
        {!isEnd && <Problem error={error} />}
        {isEnd ? (
          <ButtonLink tone="primary" block to="/profile">
            {t('about.toProfile')}
          </ButtonLink>
        ) : (
          <Button tone="primary" block busy={isMutating} onClick={() => void trigger(token)}>
            {t(`about.confirmGo.${end}`)}
          </Button>
        )}
      </Box>
    </Box>
  );
}

function Confirmed({ missing }: { readonly missing: EmailEnd | undefined }) {
  const { t } = useTranslation();
  return (
    <Notice tone="success" icon="checkCircle" role="status">
      {missing ? t(`about.stillMissing.${missing}`) : t('about.changed')}
    </Notice>
  );
}

function Problem({ error }: { readonly error: unknown }) {
  const problemText = useProblemText();
  return (
    error !== undefined && (
      <Notice tone="danger" icon="alert" role="alert">
        {problemText(error)}
      </Notice>
    )
  );
}
