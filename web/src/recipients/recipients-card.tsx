import './recipients.css';
import { useState, type ReactNode } from 'react';
import { Box, Stack, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { RECIPIENTS_LIMIT, type SavedRecipient } from '@kernel/people/recipients';
import { Button } from '../ui/forms/button';
import { Card } from '../ui/parts/card';
import { EmptyState } from '../ui/feedback/empty-state';
import { ErrorBlock } from '../ui/feedback/error-block';
import { Icon } from '../ui/parts/icon';
import { Muted } from '../ui/parts/text';
import { SkeletonRows } from '../ui/feedback/skeleton';
import { matching } from './past-recipients';
import { RecipientForm } from './recipient-form';
import { RecipientRow } from './recipient-row';
import { RemovedRow } from './removed-row';
import { useRecipients } from './use-recipients';

interface RecipientsCardProps {
  readonly onSend: (recipient: SavedRecipient) => void;
}

/** The saved recipients: found, added, changed, removed, and sent to. */
export function RecipientsCard({ onSend }: RecipientsCardProps) {
  const { t } = useTranslation();
  const { recipients, error, mutate } = useRecipients();
  const [adding, setAdding] = useState(false);
  return (
    <Card
      title={t('recipients.saved')}
      aside={
        recipients &&
        recipients.length > 0 && <Muted span>{t('recipients.people', { count: recipients.length })}</Muted>
      }
      busy={recipients === undefined && error === undefined}
    >
      {recipients ? (
        <Content recipients={recipients} adding={adding} onAdding={setAdding} onSend={onSend} />
      ) : error === undefined ? (
        <SkeletonRows count={3} />
      ) : (
        <ErrorBlock title={t('recipients.failed')} error={error} onRetry={() => void mutate()} />
      )}
    </Card>
  );
}

interface ContentProps extends RecipientsCardProps {
  readonly recipients: readonly SavedRecipient[];
  readonly adding: boolean;
  readonly onAdding: (adding: boolean) => void;
}

function Content({ recipients, adding, onAdding, onSend }: ContentProps) {
  const { t } = useTranslation();
  const [removed, setRemoved] = useState<SavedRecipient | null>(null);
  const [search, setSearch] = useState('');
  const found = matching(recipients, search);
  const rows: ReactNode[] = found.map((recipient) => (
    <RecipientRow
      key={recipient.id}
      recipient={recipient}
      onSend={() => {
        onSend(recipient);
      }}
      onRemoved={() => {
        setRemoved(recipient);
      }}
    />
  ));
  return (
    <>
      {recipients.length > 0 && <Search value={search} onChange={setSearch} />}
      <div role="status">
        {removed && (
          <RemovedRow
            key={removed.id}
            recipient={removed}
            onClose={() => {
              setRemoved(null);
            }}
          />
        )}
      </div>
      {rows.length > 0 && <ul className="rows">{rows}</ul>}
      {recipients.length > 0 && rows.length === 0 && <Text c="dimmed">{t('recipients.noMatch')}</Text>}
      {recipients.length === 0 && !adding && (
        <EmptyState icon="people" title={t('recipients.empty')} text={t('recipients.emptyText')} />
      )}
      <Foot count={recipients.length} adding={adding} onAdding={onAdding} />
    </>
  );
}

interface FootProps {
  readonly count: number;
  readonly adding: boolean;
  readonly onAdding: (adding: boolean) => void;
}

function Foot({ count, adding, onAdding }: FootProps) {
  const { t } = useTranslation();
  const [closed, setClosed] = useState(false);
  return (
    <Box className="card-foot stack-16" py="md">
      {adding ? (
        <AddForm
          onClose={() => {
            onAdding(false);
            setClosed(true);
          }}
        />
      ) : count < RECIPIENTS_LIMIT ? (
        <Button
          size="sm"
          icon="plus"
          // The focus returns to where it was.
          autoFocus={closed}
          onClick={() => {
            onAdding(true);
          }}
        >
          {t('recipients.add')}
        </Button>
      ) : (
        <Muted>{t('recipients.full', { limit: RECIPIENTS_LIMIT })}</Muted>
      )}
      {count > 0 && (
        <p className="note">
          <Icon name="people" />
          <span>{t('recipients.note')}</span>
        </p>
      )}
    </Box>
  );
}

function Search({ value, onChange }: { readonly value: string; readonly onChange: (text: string) => void }) {
  const { t } = useTranslation();
  return (
    <TextInput
      leftSection={<Icon name="search" />}
      leftSectionWidth={44}
      type="search"
      mb="md"
      value={value}
      aria-label={t('recipients.search')}
      placeholder={t('recipients.searchPlaceholder')}
      autoComplete="off"
      onChange={(event) => {
        onChange(event.target.value);
      }}
    />
  );
}

function AddForm({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { save } = useRecipients();
  return (
    <Stack gap="md">
      <h3>{t('recipients.add')}</h3>
      <RecipientForm
        id="recipient"
        recipient={null}
        onSave={async (recipient) => {
          await save(recipient);
          onClose();
        }}
        onCancel={onClose}
      />
    </Stack>
  );
}
