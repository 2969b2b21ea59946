import './account.css';
import type { ReactNode } from 'react';
import { Box } from '@mantine/core';
import { useProblemText } from '../lib/api/use-problem-text';
import { useSend } from '../lib/api/use-send';
import { Notice } from '../ui/feedback/notice';
import { Button, ButtonLink } from '../ui/forms/button';
import { FormPage } from '../ui/parts/form-page';
import { isLinkOver, useLinkToken } from './use-link-token';

interface PressedLinkProps<Done> {
  readonly title: string;
  readonly lead: string;
  /** Does what the link is for. @throws ApiError */
  readonly press: (token: string) => Promise<Done>;
  readonly pressText: string;
  readonly doneText: (done: Done) => ReactNode;
  /** For a link that has expired, was used or is none. */
  readonly overText: string;
  /** Where to go afterwards. */
  readonly next: { readonly to: string; readonly text: string };
}

/** The target of a mailed link that does one thing. It needs a press: some mailboxes open links by themselves. */
export function PressedLink<Done extends object>(props: PressedLinkProps<Done>) {
  const { title, lead, press, pressText, doneText, overText, next } = props;
  const problemText = useProblemText();
  const token = useLinkToken();
  const { trigger, data, error, isMutating } = useSend(press);
  const isOver = token === null || isLinkOver(error);
  const isEnd = isOver || data !== undefined;
  return (
    <FormPage title={title}>
      {!isEnd && <p className="form-lead">{lead}</p>}
      <Box className="stack-24" mt="lg">
        {data && (
          <Notice tone="success" icon="checkCircle" role="status">
            {doneText(data)}
          </Notice>
        )}
        {isOver && (
          <Notice tone="info" icon="info" role="alert">
            {overText}
          </Notice>
        )}
        {!isEnd && error !== undefined && (
          <Notice tone="danger" icon="alert" role="alert">
            {problemText(error)}
          </Notice>
        )}
        {isEnd ? (
          <ButtonLink tone="primary" block to={next.to}>
            {next.text}
          </ButtonLink>
        ) : (
          <Button tone="primary" block busy={isMutating} onClick={() => void trigger(token)}>
            {pressText}
          </Button>
        )}
      </Box>
    </FormPage>
  );
}
