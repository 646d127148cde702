"""Tests of sending dead letters again."""

import io
import json
import unittest
from typing import Any

from stack import redrive


class FakeSqs:
    """Two queues. A received message that is not deleted is received again."""

    def __init__(self, *bodies: str) -> None:
        self.dead = {
            body: {
                "MessageId": body,
                "Body": body,
                "ReceiptHandle": body,
                "Attributes": {"MessageGroupId": "CHI_0001"},
                "MessageAttributes": {
                    "reason": {"DataType": "String", "StringValue": "no location"},
                    "traceId": {"DataType": "String", "StringValue": "1"},
                },
            }
            for body in bodies
        }
        self.sent: list[dict[str, Any]] = []
        self.fails = False
        self.visible: set[str] = set()

    def receive_message(self, **_: object) -> dict[str, Any]:
        return {"Messages": list(self.dead.values())[:10]} if self.dead else {}

    def send_message(self, **message: Any) -> None:
        if self.fails:
            raise RuntimeError("throttled")
        self.sent.append(message)

    def change_message_visibility(self, *, QueueUrl: str, ReceiptHandle: str, VisibilityTimeout: int) -> None:
        if VisibilityTimeout == 0:
            self.visible.add(ReceiptHandle)

    def delete_message(self, *, QueueUrl: str, ReceiptHandle: str) -> None:
        del self.dead[ReceiptHandle]


class FakeLambda:
    """Functions that succeed or fail."""

    def __init__(self, fails: bool) -> None:
        self.fails = fails
        self.invoked: list[tuple[str, Any]] = []

    def invoke(self, *, FunctionName: str, Payload: str) -> dict[str, Any]:
        self.invoked.append((FunctionName, json.loads(Payload)))
        failure = {"FunctionError": "Unhandled"} if self.fails else {}
        return {"Payload": io.BytesIO(b"throttled")} | failure


class Forwarding(unittest.TestCase):
    event = {"fridge": "CHI_0001", "payload": "e30="}
    body = json.dumps({"requestContext": {"functionArn": "arn:forward"}, "requestPayload": event})

    def test_a_failed_event_invokes_its_function_again(self) -> None:
        sqs, functions = FakeSqs(self.body), FakeLambda(fails=False)
        self.assertIsNone(redrive.invoke(functions, sqs, "dead", sqs.dead[self.body]))
        self.assertEqual(functions.invoked, [("arn:forward", self.event)])
        self.assertEqual(sqs.dead, {})

    def test_an_event_that_fails_again_stays_a_dead_letter(self) -> None:
        sqs = FakeSqs(self.body)
        reason = redrive.invoke(FakeLambda(fails=True), sqs, "dead", sqs.dead[self.body])
        self.assertEqual(reason, "the function failed: throttled")
        self.assertIn(self.body, sqs.dead)

    def test_a_message_without_an_event_stays_a_dead_letter(self) -> None:
        for body in ("", "[]", "{}", json.dumps({"ruleName": "larder_dev_telemetry", "clientId": "CHI_0001"})):
            sqs, functions = FakeSqs(body), FakeLambda(fails=False)
            reason = redrive.invoke(functions, sqs, "dead", sqs.dead[body])
            self.assertEqual(reason, "the message does not contain the event of a function")
            self.assertEqual((list(sqs.dead), functions.invoked), ([body], []))


class Redrive(unittest.TestCase):
    def test_receives_each_message_once(self) -> None:
        sqs = FakeSqs("a", "b")
        self.assertEqual([message["Body"] for message in redrive.receive(sqs, "dead")], ["a", "b"])

    def test_sends_more_messages_than_a_batch_with_their_group_and_without_the_reason(self) -> None:
        bodies = [f"message {number}" for number in range(25)]
        sqs = FakeSqs(*bodies)
        for message in redrive.receive(sqs, "dead"):
            redrive.send(sqs, "dead", "queue", message)
        self.assertEqual([message["MessageBody"] for message in sqs.sent], bodies)
        self.assertEqual(sqs.dead, {})
        self.assertEqual(sqs.sent[0]["MessageGroupId"], "CHI_0001")
        self.assertEqual(sqs.sent[0]["MessageAttributes"], {"traceId": {"DataType": "String", "StringValue": "1"}})

    def test_released_messages_are_visible_again(self) -> None:
        sqs = FakeSqs("a", "b")
        messages = list(redrive.receive(sqs, "dead"))
        redrive.release(sqs, "dead", messages)
        self.assertEqual(sqs.visible, {message["ReceiptHandle"] for message in messages})

    def test_a_message_that_cannot_be_sent_stays_a_dead_letter(self) -> None:
        sqs = FakeSqs("a")
        sqs.fails = True
        with self.assertRaises(RuntimeError):
            redrive.send(sqs, "dead", "queue", sqs.dead["a"])
        self.assertIn("a", sqs.dead)

    def test_describes_a_message_with_its_reason(self) -> None:
        self.assertEqual(redrive.describe(FakeSqs("a").dead["a"]), "a  no location  a")
        self.assertEqual(redrive.describe({"MessageId": "b", "Body": "{}"}), "b  no reason recorded  {}")


if __name__ == "__main__":
    unittest.main()
